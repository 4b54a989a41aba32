import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import type { Disposition } from '../../interpret/interpreter.js';
import { asText, listAt, objectAt, textAt } from '../../interpret/json-fields.js';
import { nativeName } from '../../interpret/native-name.js';
import { readAssistantMessage } from '../content/assistant-message.js';
import { placeAt } from '../content/conversation.js';
import { emitPrinted, emitSpeech, type SpeechListener } from '../content/emit-speech.js';
import { readSort } from '../content/read-sort.js';
import { readSynthetic, type SyntheticMessage } from '../content/synthetic-message.js';
import { readUserMessage } from '../content/user-message.js';
import { lineRules } from './line-rules.js';
import { beginTurn, type LiveState, type StreamPosition } from './live-state.js';
import { resultRules } from './result-rules.js';
import { streamRules } from './stream-rules.js';
import { systemRules } from './system-rules.js';

/** The name of a line, and what became of it. */
export interface ReadLine {
  readonly native: string;
  readonly disposition: Disposition;
}

type Read = (record: JsonObject, state: LiveState) => ReadLine;

/** Lines that hold one of many sorts of thing, by their type. */
const READERS: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['assistant', readAssistant],
  ['user', readUser],
  ['system', (record, state) => readSort(systemRules, 'system', record.subtype, record, state)],
  ['result', (record, state) => readSort(resultRules, 'result', record.subtype, record, state)],
  ['stream_event', readStreamEvent],
]);

/** Reads a line and tells of it. */
export function readLine(record: JsonObject, state: LiveState): ReadLine {
  const type = asText(record.type) ?? '';
  if (state.ownWords !== undefined) emitOwnWords(record, state);
  const read = READERS.get(type);
  return read === undefined ? readSort(lineRules, '', type, record, state) : read(record, state);
}

function readStreamEvent(record: JsonObject, state: LiveState): ReadLine {
  const event = objectAt(record, 'event') ?? {};
  beginTurn(state);
  return readSort(streamRules, 'stream_event', event.type, event, state);
}

function readAssistant(record: JsonObject, state: LiveState): ReadLine {
  const message = objectAt(record, 'message');
  const { conversation } = state;
  beginTurn(state);
  state.isSilent = false;
  const synthetic = readSynthetic(record, message);
  if (synthetic !== undefined) return readOwnWords(synthetic, record, state);
  const parent = conversation.emitter.parentId;
  const stream = state.streams.get(parent);
  if (stream?.index !== undefined && isPiecedIn(stream, message)) {
    placeAt(conversation, stream.messageId, stream.index);
  }
  if (parent === undefined) noteUsage(message, state);
  const read = readAssistantMessage(message, textAt(record, 'uuid'), conversation);
  if (read === undefined) return { native: 'assistant', disposition: 'unknown' };
  return { native: read.native, disposition: read.isKnown ? 'mapped' : 'unknown' };
}

/** Whether a message is the block whose pieces came last, now whole. */
function isPiecedIn({ messageId, type }: StreamPosition, message: JsonObject | undefined): boolean {
  const [block] = listAt(message, 'content');
  return messageId === message?.id && isJsonObject(block) && block.type === type;
}

function noteUsage(message: JsonObject | undefined, { messages }: LiveState): void {
  const id = textAt(message, 'id');
  const isLast = textAt(message, 'stop_reason') !== undefined;
  if (id !== undefined) messages.note(id, objectAt(message, 'usage'), isLast);
}

/** What the CLI itself says in the role of the agent. */
function readOwnWords(said: SyntheticMessage, record: JsonObject, state: LiveState): ReadLine {
  const { emitter } = state.conversation;
  const id = textAt(record, 'uuid');
  if (said.kind === 'printed' && emitter.parentId !== undefined)
    emitPrinted(emitter, said.text, id);
  else if (said.kind === 'printed') state.ownWords = { text: said.text, id };
  if (said.kind === 'failure') {
    // A sub-agent that fails doesn't end the turn; the result of its call tells of it.
    if (emitter.parentId === undefined) state.failure = said.failure;
    else emitPrinted(emitter, said.failure.message, id);
  }
  return { native: `assistant/${said.kind}`, disposition: 'mapped' };
}

/** The stream is over: what was said is what it was. */
export function flushOwnWords(state: LiveState): void {
  emitOwnWords({}, state);
}

/** Up to 1.0 only the result tells whether they are the words of a failure. */
function emitOwnWords(next: JsonObject, state: LiveState): void {
  const { ownWords } = state;
  const { emitter } = state.conversation;
  state.ownWords = undefined;
  if (ownWords === undefined) return;
  const isFailure = next.type === 'result' && next.is_error === true;
  if (isFailure && next.result === ownWords.text) {
    state.failure = { message: ownWords.text };
    return;
  }
  const { parentId } = emitter;
  emitter.parentId = undefined;
  emitPrinted(emitter, ownWords.text, ownWords.id);
  emitter.parentId = parentId;
}

function readUser(record: JsonObject, state: LiveState): ReadLine {
  const { conversation } = state;
  beginTurn(state);
  conversation.richResult = record.tool_use_result;
  const content = readUserMessage(objectAt(record, 'message'), conversation);
  conversation.richResult = undefined;
  if (content === undefined) return { native: 'user', disposition: 'unknown' };
  const listener: SpeechListener = {
    onSpeech: () => {},
    onInterrupt() {
      state.isInterrupted = true;
    },
  };
  const origin = { id: textAt(record, 'uuid'), addedBy: addedBy(record, state) };
  emitSpeech(conversation, content, origin, listener);
  const native = nativeName(`user/${content.sort}`);
  return { native, disposition: content.isKnown ? 'mapped' : 'unknown' };
}

function addedBy(record: JsonObject, { conversation }: LiveState): string | undefined {
  if (conversation.emitter.parentId !== undefined) return 'task';
  // The prompt itself is repeated only when asked for.
  return record.isReplay === true ? undefined : 'meta';
}
