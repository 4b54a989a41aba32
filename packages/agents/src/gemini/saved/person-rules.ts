import { deriveId, type JsonObject, type MessageEvent } from '@dragoman/protocol';
import { asText } from '../../interpret/json-fields.js';
import { type ReadParts, readParts } from './read-parts.js';
import { emit, isNews, type SavedState } from './saved-state.js';
import { noteFolder } from './session-rules.js';

/** Around what was in the files that a prompt names with `@`. */
const FILES_OPEN = '\n--- Content from referenced files ---';
const FILES_CLOSE = '\n--- End of content ---';

/** What the CLI tells the model in the user's name, by how it begins. */
const CONTEXTS: readonly (readonly [opening: string, kind: string])[] = [
  ['<session_context>', 'session_context'],
  ['<hook_context>', 'hook_context'],
  ['<state_snapshot>', 'summary'],
  ['This is the Gemini CLI. We are setting up the context for our chat.', 'session_context'],
  ['System: Please continue.', 'reminder'],
  ['System: Potential loop detected.', 'reminder'],
  // What a tool brought beside its answer, in the words of 0.11.
  ['[Function Response: ', 'tool_response'],
];

/** A `user` message: of the user, of the CLI in the user's name, or what tools have answered. */
export function readPerson(record: JsonObject, state: SavedState): boolean {
  const id = asText(record.id) ?? '';
  const parts = readParts(record.content);
  if (parts === undefined) return false;
  // What tools have answered is told with their calls.
  if (!isNews(state, id) || parts.isAnswer) return true;
  const { own, files } = splitFiles(parts.texts.join(''));
  const kind = contextKind(own, state);
  if (kind !== undefined) emitContext(own, id, kind, state);
  else emitPrompt(readParts(record.displayContent)?.texts.join('') ?? own, id, parts, state);
  emitContext(files, deriveId(id, 'files'), 'referenced_files', state);
  return true;
}

/** What is the user's own of a prompt, and what was in the files that it names. */
function splitFiles(text: string): { own: string; files: string } {
  const at = text.endsWith(FILES_CLOSE) ? text.indexOf(FILES_OPEN) : -1;
  if (at === -1) return { own: text, files: '' };
  return { own: text.slice(0, at), files: text.slice(at + FILES_OPEN.length) };
}

function contextKind(text: string, { isSubAgent, isAsked }: SavedState): string | undefined {
  // A sub-agent has one task; whatever else it is told, the CLI tells it.
  if (isSubAgent && isAsked) return 'reminder';
  return CONTEXTS.find(([opening]) => text.startsWith(opening))?.[1];
}

function emitPrompt(content: string, id: string, { images }: ReadParts, state: SavedState): void {
  if (content === '' && images.length === 0) return;
  state.isAsked = true;
  emit(state, { type: 'turn', status: 'started' });
  const message: MessageEvent = { type: 'message', role: 'user', content, id };
  if (images.length > 0) message.images = [...images];
  emit(state, message);
}

function emitContext(content: string, id: string, synthetic: string, state: SavedState): void {
  if (content === '') return;
  if (synthetic === 'session_context') noteFolder(content, state);
  emit(state, { type: 'message', role: 'user', content, id, synthetic });
}
