import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import type { Disposition } from '../../interpret/interpreter.js';
import { asText, objectAt } from '../../interpret/json-fields.js';
import { nativeName } from '../../interpret/native-name.js';
import { readAssistantMessage } from '../content/assistant-message.js';
import { emitPrinted, emitSpeech } from '../content/emit-speech.js';
import { emit, emitOf } from '../content/emitter.js';
import { readSort } from '../content/read-sort.js';
import { readSynthetic, type SyntheticMessage } from '../content/synthetic-message.js';
import { readUserMessage } from '../content/user-message.js';
import { attachmentRules } from './attachment-rules.js';
import { recordRules } from './record-rules.js';
import { introduce, introduceModel, type SavedState } from './saved-state.js';
import { systemRecordRules } from './system-rules.js';

/** The name of a record, and what became of it. */
export interface ReadRecord {
  readonly native: string;
  readonly disposition: Disposition;
}

type Read = (record: JsonObject, state: SavedState) => ReadRecord;

/** Records that hold one of many sorts of thing, by their type. */
const READERS: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['assistant', readAssistant],
  ['user', readUser],
  [
    'system',
    (record, state) => readSort(systemRecordRules, 'system', record.subtype, record, state),
  ],
  ['attachment', readAttachment],
]);

/** Reads a record and tells of it. */
export function readRecord(record: JsonObject, state: SavedState): ReadRecord {
  const type = asText(record.type) ?? '';
  const read = READERS.get(type);
  const isNew = state.branches.note(record);
  if (read === undefined) return readSort(recordRules, '', type, record, state);
  // A file may hold a record twice, when a session was copied into it.
  if (!isNew) return { native: `${type}/repeated`, disposition: 'metadata' };
  introduce(record, state);
  return read(record, state);
}

function readAttachment(record: JsonObject, state: SavedState): ReadRecord {
  const attachment = objectAt(record, 'attachment') ?? {};
  const type = asText(attachment.type);
  const named = type !== undefined && Object.hasOwn(attachmentRules, type) ? type : 'other';
  const sort = type === undefined ? '' : named;
  return readSort(attachmentRules, 'attachment', sort, attachment, state);
}

function readAssistant(record: JsonObject, state: SavedState): ReadRecord {
  const { conversation, turns, usage } = state;
  const { emitter } = conversation;
  const message = objectAt(record, 'message');
  const synthetic = readSynthetic(record, message);
  if (synthetic !== undefined) return readOwnWords(synthetic, record, state);
  const isMain = emitter.parentId === undefined;
  if (isMain) {
    introduceModel(asText(message?.model), state);
    turns.goOn(asText(message?.stop_reason));
  }
  const id = asText(message?.id) ?? asText(record.uuid);
  if (id !== undefined) usage.begin(id, objectAt(message, 'usage'));
  const before = emitter.events.length;
  const read = readAssistantMessage(message, asText(record.uuid), conversation);
  if (id !== undefined) usage.emittedAs(idOf(emitter.events[before]));
  if (read === undefined) return { native: 'assistant', disposition: 'unknown' };
  return { native: read.native, disposition: read.isKnown ? 'mapped' : 'unknown' };
}

/** The id under which an event is told, if it has one. */
function idOf(event: DragomanEvent | undefined): string | undefined {
  if (event?.type === 'tool_use') return event.tool_id;
  return event?.type === 'message' || event?.type === 'reasoning' ? event.id : undefined;
}

/** What the CLI itself says in the role of the agent. */
function readOwnWords(said: SyntheticMessage, record: JsonObject, state: SavedState): ReadRecord {
  const { emitter } = state.conversation;
  const id = asText(record.uuid);
  if (said.kind === 'printed') emitPrinted(emitter, said.text, id);
  else if (said.kind === 'placeholder') {
    const event = { type: 'message', role: 'assistant', content: said.text } as const;
    emitOf(emitter, { ...event, synthetic: said.kind, ...(id !== undefined && { id }) });
  } else if (emitter.parentId === undefined) state.turns.fail(said.failure);
  else emitPrinted(emitter, said.failure.message, id);
  return { native: `assistant/${said.kind}`, disposition: 'mapped' };
}

function readUser(record: JsonObject, state: SavedState): ReadRecord {
  const { conversation, turns } = state;
  const { emitter } = conversation;
  const message = objectAt(record, 'message');
  conversation.richResult = record.toolUseResult;
  const content = readUserMessage(message, conversation);
  conversation.richResult = undefined;
  if (content === undefined) return { native: 'user', disposition: 'unknown' };
  if (content.sort === 'tool_result' && emitter.parentId === undefined) turns.goOnAfterResult();
  if (record.isCompactSummary === true) {
    emit(emitter, { type: 'compaction', summary: content.texts.join('\n') });
  } else {
    const origin = { id: asText(record.uuid), addedBy: addedBy(record, state) };
    emitSpeech(conversation, content, origin, state.listener);
  }
  const native = nativeName(`user/${content.sort}`);
  return { native, disposition: content.isKnown ? 'mapped' : 'unknown' };
}

function addedBy(record: JsonObject, { conversation }: SavedState): string | undefined {
  if (conversation.emitter.parentId !== undefined) return 'task';
  return record.isMeta === true || record.isVisibleInTranscriptOnly === true ? 'meta' : undefined;
}
