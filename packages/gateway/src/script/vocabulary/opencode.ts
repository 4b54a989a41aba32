import type {
  AddChange,
  DeleteChange,
  PatchAction,
  PlanAction,
  RunAction,
  SearchAction,
  UpdateChange,
} from '../script.js';
import { patchText } from './patch-text.js';
import { removeCommand } from './shell-quote.js';
import { phrase, type Vocabulary } from './vocabulary.js';

/** OpenCode. It offers `apply_patch` instead of `write` and `edit` to GPT models. */
export const opencode: Vocabulary = {
  run: [phrase('bash', ({ command }: RunAction) => ({ command }))],
  patch: [
    phrase({ name: 'apply_patch', property: 'patchText' }, ({ changes }: PatchAction) => ({
      patchText: patchText(changes),
    })),
  ],
  add: [phrase('write', ({ path, content }: AddChange) => ({ filePath: path, content }))],
  update: [
    phrase('edit', ({ path, old, new: replacement }: UpdateChange) => ({
      filePath: path,
      oldString: old,
      newString: replacement,
    })),
  ],
  delete: [phrase('bash', ({ path }: DeleteChange) => ({ command: removeCommand(path) }))],
  plan: [
    phrase('todowrite', ({ items }: PlanAction) => ({
      todos: items.map(({ step, status }) => ({ content: step, status, priority: 'medium' })),
    })),
  ],
  search: [phrase('websearch', ({ query }: SearchAction) => ({ query }))],
};
