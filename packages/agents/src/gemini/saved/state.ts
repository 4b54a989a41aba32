import type { InitEvent } from '@dragoman/protocol';
import type { Emitter } from '../../interpret/emitter.js';
import type { InterpretedPart } from '../../interpret/interpreter.js';

/** What has been emitted of a message. A file has it again whenever there is more of it. */
export interface EmittedMessage {
  /** Whether it has words, and so is a message under its id. */
  hasText: boolean;
  hasUsage: boolean;
  /** Its calls by their ids, and whether each has its result. */
  calls: Map<string, boolean> | undefined;
}

/** What an interpreter of a session file remembers. */
export interface SavedState {
  /** The messages so far, by their ids, those included that the CLI took out of its list later. */
  readonly messages: Map<string, EmittedMessage>;
  /** What became of the messages within the record that is being read. */
  parts: readonly InterpretedPart[];
  sessionId: string | undefined;
  cwd: string | undefined;
  modelId: string | undefined;
  /** True in the file of a sub-agent, to whom no person speaks. */
  isSubAgent: boolean;
  /** True once a prompt has been emitted. */
  isAsked: boolean;
  /** The last prompt: as the model got it, and as a person is shown it. */
  asked: { readonly prompt: string; readonly shown: string } | undefined;
  /** True within a list of messages. */
  isListing: boolean;
  /** True in a file that is one document, with all messages in its header. */
  isDocument: boolean;
  /** True once the model has said its last of a turn: words, and no calls. */
  isAnswered: boolean;
  /** True from the beginning of a process, which writes a header or a list, to its first prompt. */
  isStarting: boolean;
}

export function createSavedState(): SavedState {
  return {
    messages: new Map(),
    parts: [],
    sessionId: undefined,
    cwd: undefined,
    modelId: undefined,
    isSubAgent: false,
    isAsked: false,
    asked: undefined,
    isListing: false,
    isDocument: false,
    isAnswered: false,
    isStarting: true,
  };
}

/** Registers a message that the file has for the first time. */
export function registerMessage(state: SavedState, id: string): EmittedMessage {
  const message: EmittedMessage = { hasText: false, hasUsage: false, calls: undefined };
  state.messages.set(id, message);
  return message;
}

/** Emits the session, unless it is the one that is known. */
export function noteSession(
  session_id: string,
  cwd: string | undefined,
  state: SavedState,
  emitter: Emitter,
): void {
  if (session_id === state.sessionId) return;
  state.sessionId = session_id;
  const init: InitEvent = { type: 'init', agent: 'gemini', session_id };
  if (cwd !== undefined) {
    state.cwd = cwd;
    init.cwd = cwd;
  }
  emitter.emit(init);
}

/** Emits the model, which each reply names, where it changes. */
export function noteModel(modelId: string | undefined, state: SavedState, emitter: Emitter): void {
  if (modelId === undefined || modelId === '' || modelId === state.modelId) return;
  state.modelId = modelId;
  emitter.emit({ type: 'init', modelId });
}

/** What stands before the folder in the context, in the words of each version. */
const BEFORE_FOLDER = [
  '- **Workspace Directories:**\n  - ',
  "I'm currently working in the directory: ",
  "I'm currently working in the following directories:\n  - ",
];

/** Emits the folder, which the context names that the model is given. */
export function noteFolder(context: string, state: SavedState, emitter: Emitter): void {
  if (state.cwd !== undefined) return;
  const before = BEFORE_FOLDER.find((words) => context.includes(words));
  if (before === undefined) return;
  const from = context.indexOf(before) + before.length;
  const end = context.indexOf('\n', from);
  const cwd = context.slice(from, end === -1 ? undefined : end).trim();
  if (cwd === '') return;
  state.cwd = cwd;
  emitter.emit({ type: 'init', cwd });
}
