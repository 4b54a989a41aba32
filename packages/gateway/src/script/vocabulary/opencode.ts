import { patchText } from './patch-text.js';
import { removeCommand } from './remove-command.js';
import { phrase, type Vocabulary } from './vocabulary.js';

/** OpenCode. It offers `apply_patch` instead of `write` and `edit` to GPT models. */
export const opencode: Vocabulary = {
  run: [phrase('bash', ({ command }) => ({ command }))],
  patch: [
    phrase({ name: 'apply_patch', property: 'patchText' }, ({ changes }) => ({
      patchText: patchText(changes),
    })),
  ],
  add: [phrase('write', ({ path, content }) => ({ filePath: path, content }))],
  update: [
    phrase('edit', ({ path, old, new: replacement }) => ({
      filePath: path,
      oldString: old,
      newString: replacement,
    })),
  ],
  delete: [phrase('bash', ({ path }) => ({ command: removeCommand(path) }))],
  plan: [
    phrase('todowrite', ({ items }) => ({
      todos: items.map(({ step, status }) => ({ content: step, status, priority: 'medium' })),
    })),
  ],
  search: [phrase('websearch', ({ query }) => ({ query }))],
};
