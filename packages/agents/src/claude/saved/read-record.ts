import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import type { Carriage } from '../../interpret/interpreter.js';
import { asText, objectAt } from '../../interpret/json-fields.js';
import { nativeName } from '../../interpret/native-name.js';
import { readAssistantMessage } from '../content/assistant-message.js';
import { readSort } from '../content/read-sort.js';
import { readSynthetic, type SyntheticMessage } from '../content/synthetic-message.js';
import { tellPrinted, tellSpeech } from '../content/tell-speech.js';
import { tell, tellOf } from '../content/telling.js';
import { readUserMessage } from '../content/user-message.js';
import { attachmentRules } from './attachment-rules.js';
import { recordRules } from './record-rules.js';
import { introduce, introduceModel, type SavedState } from './saved-state.js';
import { systemRecordRules } from './system-rules.js';

/** The name of a record, and what became of it. */
export interface ReadRecord {
  readonly native: string;
  readonly carriage: Carriage;
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
  if (!isNew) return { native: `${type}/repeated`, carriage: 'metadata' };
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
  const { telling } = conversation;
  const message = objectAt(record, 'message');
  const synthetic = readSynthetic(record, message);
  if (synthetic !== undefined) return readOwnWords(synthetic, record, state);
  const isMain = telling.parentId === undefined;
  if (isMain) {
    introduceModel(asText(message?.model), state);
    turns.goOn(asText(message?.stop_reason));
  }
  const id = asText(message?.id) ?? asText(record.uuid);
  if (id !== undefined) usage.begin(id, objectAt(message, 'usage'));
  const before = telling.events.length;
  const read = readAssistantMessage(message, asText(record.uuid), conversation);
  if (id !== undefined) usage.toldAs(idOf(telling.events[before]));
  if (read === undefined) return { native: 'assistant', carriage: 'unknown' };
  return { native: read.native, carriage: read.isKnown ? 'mapped' : 'unknown' };
}

/** The id under which an event is told, if it has one. */
function idOf(event: DragomanEvent | undefined): string | undefined {
  if (event?.type === 'tool_use') return event.tool_id;
  return event?.type === 'message' || event?.type === 'reasoning' ? event.id : undefined;
}

/** What the CLI itself says in the role of the agent. */
function readOwnWords(said: SyntheticMessage, record: JsonObject, state: SavedState): ReadRecord {
  const { telling } = state.conversation;
  const id = asText(record.uuid);
  if (said.kind === 'printed') tellPrinted(telling, said.text, id);
  else if (said.kind === 'placeholder') {
    const event = { type: 'message', role: 'assistant', content: said.text } as const;
    tellOf(telling, { ...event, synthetic: said.kind, ...(id !== undefined && { id }) });
  } else if (telling.parentId === undefined) state.turns.fail(said.failure);
  else tellPrinted(telling, said.failure.message, id);
  return { native: `assistant/${said.kind}`, carriage: 'mapped' };
}

function readUser(record: JsonObject, state: SavedState): ReadRecord {
  const { conversation, turns } = state;
  const { telling } = conversation;
  const message = objectAt(record, 'message');
  conversation.richResult = record.toolUseResult;
  const content = readUserMessage(message, conversation);
  conversation.richResult = undefined;
  if (content === undefined) return { native: 'user', carriage: 'unknown' };
  if (content.sort === 'tool_result' && telling.parentId === undefined) turns.goOnAfterResult();
  if (record.isCompactSummary === true) {
    tell(telling, { type: 'compaction', summary: content.texts.join('\n') });
  } else {
    const origin = { id: asText(record.uuid), addedBy: addedBy(record, state) };
    tellSpeech(conversation, content, origin, state.listener);
  }
  const native = nativeName(`user/${content.sort}`);
  return { native, carriage: content.isKnown ? 'mapped' : 'unknown' };
}

function addedBy(record: JsonObject, { conversation }: SavedState): string | undefined {
  if (conversation.telling.parentId !== undefined) return 'task';
  return record.isMeta === true || record.isVisibleInTranscriptOnly === true ? 'meta' : undefined;
}
