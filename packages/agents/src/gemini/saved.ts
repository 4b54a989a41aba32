import { type DragomanEvent, isJsonObject, type JsonObject } from '@dragoman/protocol';
import { createEmitter, type Emitter } from '../interpret/emitter.js';
import type {
  Disposition,
  Interpretation,
  InterpretedPart,
  Interpreter,
} from '../interpret/interpreter.js';
import { asText, listAt, nativeName, textsAt } from '../interpret/json-fields.js';
import { mapped, metadata, prefixed, type RecordRules } from '../interpret/record-rule.js';
import { readParts } from './saved/message-parts.js';
import { readError, readInfo, readWarning } from './saved/notice-rules.js';
import { readReply } from './saved/reply-rule.js';
import { createSavedState, noteSession, registerMessage, type SavedState } from './saved/state.js';
import { readUser } from './saved/user-rule.js';

/** What each kind of message becomes, by its type. */
const messageRules: RecordRules<SavedState> = {
  user: mapped('`turn` started, `message`; what the CLI adds is `synthetic`', readUser),
  gemini: mapped(
    '`reasoning`, `message`, `usage`; `tool_use`, `tool_result`, `plan` of its calls',
    readReply,
  ),
  info: mapped('`stderr`; of a request that was canceled `turn` aborted', readInfo),
  warning: mapped('`error`, not fatal', readWarning),
  error: mapped('`error`; where the model refused, fatal, and `turn` failed', readError),
};

/** What each kind of record in a session file becomes, by its native name. */
export const geminiSavedRules: RecordRules<SavedState> = {
  header: mapped('`init`, once', readHeader),
  ...prefixed('message', messageRules),
  '$set/messages': mapped(
    'what is new in the list, once; a summary that replaces messages is `compaction`',
    readSetMessages,
  ),
  $set: metadata('when the file was last written to, and what it is about'),
  $rewindTo: metadata('the user went back; what was said stays said'),
};

const NO_EVENTS: readonly DragomanEvent[] = [];
const NO_PARTS: readonly InterpretedPart[] = [];
/** Half of the records of a file are of this kind. */
const SET: Interpretation = { native: '$set', disposition: 'metadata', events: NO_EVENTS };

/**
 * Interprets the records of a session file: lines, each with a message or with what has changed (from
 * 0.39 on), or one document with all messages. Messages are emitted in the order in which they were
 * said. What the CLI takes out of its list later, because a turn failed or the messages were
 * compressed, stays.
 */
export function createGeminiSaved(): Interpreter {
  const emitter = createEmitter();
  const state = createSavedState();

  const readBy = (native: string, record: JsonObject): Interpretation => {
    const disposition = geminiSavedRules[native]?.read(record, state, emitter) ?? 'unknown';
    const events = emitter.take();
    if (state.parts.length === 0) return { native, disposition, events };
    const parts = [{ native, disposition, record }, ...state.parts];
    state.parts = NO_PARTS;
    return { native, disposition, events, parts };
  };

  return {
    push(record) {
      if (typeof record.id === 'string') {
        const native = messageNative(record);
        const disposition = readMessage(record, state, emitter);
        return { native, disposition, events: emitter.take() };
      }
      if (isJsonObject(record.$set)) {
        // A process that goes on with a session says so, and may write its header into another file.
        if (record.$set.sessionId !== undefined) state.isStarting = true;
        return Array.isArray(record.$set.messages) ? readBy('$set/messages', record.$set) : SET;
      }
      if (typeof record.$rewindTo === 'string') return readBy('$rewindTo', record);
      if (typeof record.sessionId === 'string') return readBy('header', record);
      return { native: 'untyped', disposition: 'unknown', events: NO_EVENTS };
    },
    flush: () => emitter.take(),
  };
}

const natives: ReadonlyMap<unknown, string> = new Map(
  Object.keys(messageRules).map((type) => [type, `message/${type}`]),
);

/** The native name of a message, put together only once for the types that have a rule. */
function messageNative({ type }: JsonObject): string {
  return natives.get(type) ?? `message/${nativeName(asText(type) ?? '')}`;
}

function readMessage(record: JsonObject, state: SavedState, emitter: Emitter): Disposition {
  const type = asText(record.type) ?? '';
  emitter.ts = asText(record.timestamp);
  if (typeof record.id !== 'string' || !Object.hasOwn(messageRules, type)) return 'unknown';
  return messageRules[type]?.read(record, state, emitter) ?? 'unknown';
}

/** The first line of a file, which comes again with each resume; up to 0.38 all messages are in it. */
function readHeader(record: JsonObject, state: SavedState, emitter: Emitter): Disposition {
  const sessionId = asText(record.sessionId);
  if (sessionId === undefined) return 'unknown';
  state.isSubAgent = record.kind === 'subagent';
  state.isStarting = true;
  // A sub-agent learns its folders from the header only; others get them with the context.
  const cwd = state.isSubAgent ? textsAt(record, 'directories')?.[0] : undefined;
  emitter.ts = asText(record.startTime);
  noteSession(sessionId, cwd, state, emitter);
  if (Array.isArray(record.messages)) {
    state.isDocument = true;
    state.parts = readList(record.messages, state, emitter);
  }
  return 'mapped';
}

/** Messages in a list are mostly known already: only those that can't be read are counted. */
function readSetMessages(set: JsonObject, state: SavedState, emitter: Emitter): Disposition {
  const parts = readList(listAt(set, 'messages'), state, emitter);
  state.parts = parts.filter(({ disposition }) => disposition === 'unknown');
  return 'mapped';
}

/** What the CLI lets the model answer to the summary that replaces the messages so far. */
const ACKNOWLEDGED = 'Got it. Thanks for the additional context!';

/**
 * Reads a list of messages that replaces the one so far, in the middle of a turn, too. Messages that
 * are missing in it were said all the same. Once the conversation has begun, no message is new in a
 * list: one with another id got it when the CLI made the list anew, around a summary of what is
 * missing.
 */
function readList(
  messages: readonly unknown[],
  state: SavedState,
  emitter: Emitter,
): readonly InterpretedPart[] {
  const parts: InterpretedPart[] = [];
  const { isAsked: mayRepeat, isStarting } = state;
  state.isListing = true;
  for (const [index, entry] of messages.entries()) {
    const message = isJsonObject(entry) ? entry : {};
    const id = asText(message.id);
    if (mayRepeat && id !== undefined && !state.messages.has(id)) {
      registerMessage(state, id);
      if (isSummary(message, messages[index + 1])) emitSummary(message, emitter);
    } else {
      const disposition = readMessage(message, state, emitter);
      parts.push({ native: messageNative(message), disposition, record: message });
    }
  }
  state.isListing = false;
  // What a list holds was said before; the prompt of a process is yet to come.
  state.isStarting = isStarting;
  return parts;
}

/** A summary is known by the answer to it. */
function isSummary(message: JsonObject, next: unknown): boolean {
  return message.type === 'user' && isJsonObject(next) && isAcknowledgement(next);
}

function isAcknowledgement({ type, content }: JsonObject): boolean {
  return type === 'gemini' && readParts(content)?.text === ACKNOWLEDGED;
}

function emitSummary(message: JsonObject, emitter: Emitter): void {
  const summary = readParts(message.content)?.text ?? '';
  emitter.ts = asText(message.timestamp);
  emitter.emit(summary === '' ? { type: 'compaction' } : { type: 'compaction', summary });
}
