import { removeCommand } from './remove-command.js';
import { phrase, type Vocabulary } from './vocabulary.js';

/** Gemini CLI. */
export const gemini: Vocabulary = {
  run: [phrase('run_shell_command', ({ command }) => ({ command }))],
  add: [phrase('write_file', ({ path, content }) => ({ file_path: path, content }))],
  update: [
    phrase('replace', ({ path, old, new: replacement }) => ({
      file_path: path,
      old_string: old,
      new_string: replacement,
      instruction: `Change ${path}.`,
    })),
  ],
  delete: [phrase('run_shell_command', ({ path }) => ({ command: removeCommand(path) }))],
  plan: [
    phrase('write_todos', ({ items }) => ({
      todos: items.map(({ step, status }) => ({ description: step, status })),
    })),
  ],
  search: [phrase('google_web_search', ({ query }) => ({ query }))],
};
