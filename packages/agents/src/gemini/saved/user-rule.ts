import { deriveId, type JsonObject, type MessageEvent } from '@dragoman/protocol';
import type { Emitter } from '../../interpret/emitter.js';
import type { Disposition } from '../../interpret/interpreter.js';
import { asText } from '../../interpret/json-fields.js';
import { splitHookContext } from '../hook-context.js';
import { type MessageParts, readParts } from './message-parts.js';
import { splitPrompt } from './prompt-parts.js';
import { noteFolder, registerMessage, type SavedState } from './state.js';

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
  const { prompt, files, hook } = splitPrompt(record.content, parts.text);
  const shown = readParts(record.displayContent)?.text;
  const said = splitHookContext(shown ?? prompt);
  const kind = said.context === '' ? contextKind(prompt, shown, state) : undefined;
  state.isStarting = false;
  state.isAnswered = false;
  if (kind !== undefined) emitContext(prompt, id, kind, state, emitter);
  else {
    emitContext(said.context, deriveId(id, 'hook'), 'hook_context', state, emitter);
    emitPrompt(said.prompt, id, parts, state, emitter);
    state.asked = { prompt, shown: shown ?? prompt };
  }
  if (files !== '') {
    emitContext(files, deriveId(id, 'files'), 'referenced_files', state, emitter);
  }
  emitContext(hook, deriveId(id, 'hook-behind'), 'hook_context', state, emitter);
  return 'mapped';
}

function contextKind(
  text: string,
  shown: string | undefined,
  state: SavedState,
): string | undefined {
  // A sub-agent has one task. All other messages to it are from the CLI.
  if (state.isSubAgent && state.isAsked) return 'reminder';
  const kind = contextsOf(state).find(([opening]) => text.startsWith(opening))?.[1];
  return kind ?? (goesOn(text, shown, state) ? 'reminder' : undefined);
}

/**
 * Whether the CLI goes on with a turn in its own words, because a hook is not content or the model
 * goes in circles: a person is shown the prompt of that turn once more. What a command of the project
 * stands for may differ each time that it is typed.
 */
function goesOn(text: string, shown: string | undefined, state: SavedState): boolean {
  const { asked, isStarting } = state;
  if (isStarting || shown === undefined || shown.startsWith('/')) return false;
  return shown === asked?.shown && text !== asked.prompt;
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
