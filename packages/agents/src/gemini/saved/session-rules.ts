import type { InitEvent, JsonObject } from '@dragoman/protocol';
import { asText, textsAt } from '../../interpret/json-fields.js';
import { emit, type SavedState } from './saved-state.js';

/** The first line of a file, which comes again with each resume. */
export function readHeader(record: JsonObject, state: SavedState): void {
  state.isSubAgent = record.kind === 'subagent';
  const session_id = asText(record.sessionId);
  // What a sub-agent is told of its folders is all that it is told; others get it with the context.
  const cwd = state.isSubAgent ? textsAt(record, 'directories')?.[0] : undefined;
  if (session_id === undefined || session_id === state.sessionId) return;
  state.sessionId = session_id;
  const init: InitEvent = { type: 'init', agent: 'gemini', session_id };
  if (cwd !== undefined) {
    state.cwd = cwd;
    init.cwd = cwd;
  }
  emit(state, init);
}

/** The model is named by each of its replies. */
export function noteModel(modelId: string | undefined, state: SavedState): void {
  if (modelId === undefined || modelId === '' || modelId === state.modelId) return;
  state.modelId = modelId;
  emit(state, { type: 'init', modelId });
}

/** What stands before the folder in the context, in the words of each version. */
const BEFORE_FOLDER = [
  '- **Workspace Directories:**\n  - ',
  "I'm currently working in the directory: ",
  "I'm currently working in the following directories:\n  - ",
];

/** The folder is named in the context that the model is given. */
export function noteFolder(context: string, state: SavedState): void {
  if (state.cwd !== undefined) return;
  const before = BEFORE_FOLDER.find((words) => context.includes(words));
  if (before === undefined) return;
  const from = context.indexOf(before) + before.length;
  const end = context.indexOf('\n', from);
  const cwd = context.slice(from, end === -1 ? undefined : end).trim();
  if (cwd === '') return;
  state.cwd = cwd;
  emit(state, { type: 'init', cwd });
}
