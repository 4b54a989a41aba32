import { deriveId, isJsonObject, type JsonObject, type MessageEvent } from '@dragoman/protocol';
import type { Emitter } from '../../interpret/emitter.js';
import type { Disposition } from '../../interpret/interpreter.js';
import { asText } from '../../interpret/json-fields.js';
import { splitHookContext } from '../hook-context.js';
import { type MessageParts, readParts } from './message-parts.js';
import { noteFolder, registerMessage, type SavedState } from './state.js';

/** Around the content of the files that a prompt names with `@`: parts of their own. */
const FILES_OPEN = '\n--- Content from referenced files ---';
const FILES_CLOSE = '\n--- End of content ---';
/** The same where a message is one text, before 0.30: the first file comes next, or what it is. */
const FILES_IN_TEXT = /\n--- Content from referenced files ---(?=\nContent from @|<)/;

type Contexts = readonly (readonly [opening: string, kind: string])[];

/** What the CLI says to the model in the user's name while it works, by how it begins. */
const REMINDERS: Contexts = [
  ['System: Please continue.', 'reminder'],
  ['System: Potential loop detected.', 'reminder'],
  ['<hook_context>', 'hook_context'],
];

/**
 * The same in a document: what a tool gave beside its result, in the words of 0.11, too, and the
 * task of a sub-agent, which has no file there.
 */
const DOCUMENT_REMINDERS: Contexts = [
  ...REMINDERS,
  ['[Function Response: ', 'tool_response'],
  ['Your task is to do a deep investigation of the codebase to find all relevant files', 'task'],
];

/** The same in a list of messages: what the user types is a separate record first. */
const LISTED: Contexts = [
  ...DOCUMENT_REMINDERS,
  ['<session_context>', 'session_context'],
  ['<state_snapshot>', 'summary'],
  ['This is the Gemini CLI. We are setting up the context for our chat.', 'session_context'],
];

/** The context, by its full words, where it is a separate record. */
const CONTEXT: Contexts = [['<session_context>\nThis is the Gemini CLI.', 'session_context']];

const NONE: Contexts = [];

/** A `user` message: of the user, of the CLI in the user's name, or the results of tools. */
export function readUser(record: JsonObject, state: SavedState, emitter: Emitter): Disposition {
  const id = asText(record.id) ?? '';
  const parts = readParts(record.content);
  if (parts === undefined) return 'unknown';
  if (state.messages.has(id)) return 'mapped';
  registerMessage(state, id);
  // The results of tools are emitted with their calls.
  if (parts.hasResults) return 'mapped';
  const { prompt, files } = splitFiles(record.content, parts.text);
  const said = splitHookContext(readParts(record.displayContent)?.text ?? prompt);
  const kind = said.context === '' ? contextKind(prompt, state) : undefined;
  state.isStarting = false;
  state.isAnswered = false;
  if (kind !== undefined) emitContext(prompt, id, kind, state, emitter);
  else {
    emitContext(said.context, deriveId(id, 'hook'), 'hook_context', state, emitter);
    emitPrompt(said.prompt, id, parts, state, emitter);
  }
  if (files !== '') {
    emitContext(files, deriveId(id, 'files'), 'referenced_files', state, emitter);
  }
  return 'mapped';
}

/** What the user wrote of a prompt, and the content of the files that it names. */
function splitFiles(content: unknown, text: string): { prompt: string; files: string } {
  if (!text.endsWith(FILES_CLOSE)) return { prompt: text, files: '' };
  const at = Array.isArray(content) ? lengthBeforeFiles(content) : text.search(FILES_IN_TEXT);
  if (at === -1) return { prompt: text, files: '' };
  return { prompt: text.slice(0, at), files: text.slice(at + FILES_OPEN.length) };
}

/** How much text stands before the files; -1 where only the words of the user look like files. */
function lengthBeforeFiles(parts: readonly unknown[]): number {
  const at = parts.findIndex((part) => textOf(part) === FILES_OPEN);
  if (at < 1 || textOf(parts.at(-1)) !== FILES_CLOSE) return -1;
  return readParts(parts.slice(0, at))?.text.length ?? -1;
}

function textOf(part: unknown): unknown {
  return isJsonObject(part) ? part.text : part;
}

function contextKind(text: string, state: SavedState): string | undefined {
  // A sub-agent has one task. All other messages to it are from the CLI.
  if (state.isSubAgent && state.isAsked) return 'reminder';
  return contextsOf(state).find(([opening]) => text.startsWith(opening))?.[1];
}

/** What the next message may be, but for a prompt. A process begins with a prompt. */
function contextsOf(state: SavedState): Contexts {
  const isWithin = state.isAsked && !state.isAnswered;
  // A document has no contexts, only what the CLI says in the middle of a turn.
  if (state.isDocument) return isWithin ? DOCUMENT_REMINDERS : NONE;
  if (state.isListing) return LISTED;
  return state.isStarting ? CONTEXT : REMINDERS;
}

function emitPrompt(
  content: string,
  id: string,
  { images }: MessageParts,
  state: SavedState,
  emitter: Emitter,
): void {
  if (content === '' && images.length === 0) return;
  state.isAsked = true;
  emitter.emit({ type: 'turn', status: 'started' });
  const message: MessageEvent = { type: 'message', role: 'user', content, id };
  if (images.length > 0) message.images = [...images];
  emitter.emit(message);
}

function emitContext(
  content: string,
  id: string,
  synthetic: string,
  state: SavedState,
  emitter: Emitter,
): void {
  if (content === '') return;
  if (synthetic === 'session_context') noteFolder(content, state, emitter);
  emitter.emit({ type: 'message', role: 'user', content, id, synthetic });
}
