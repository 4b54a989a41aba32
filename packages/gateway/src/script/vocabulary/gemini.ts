import type {
  AddChange,
  DeleteChange,
  PlanAction,
  RunAction,
  SearchAction,
  UpdateChange,
} from '../script.js';
import { removeCommand } from './shell-quote.js';
import { phrase, type Vocabulary } from './vocabulary.js';

/** Gemini CLI. */
export const gemini: Vocabulary = {
  run: [phrase('run_shell_command', ({ command }: RunAction) => ({ command }))],
  add: [phrase('write_file', ({ path, content }: AddChange) => ({ file_path: path, content }))],
  update: [
    phrase('replace', ({ path, old, new: replacement }: UpdateChange) => ({
      file_path: path,
      old_string: old,
      new_string: replacement,
      instruction: `Change ${path}.`,
    })),
  ],
  delete: [
    phrase('run_shell_command', ({ path }: DeleteChange) => ({ command: removeCommand(path) })),
  ],
  plan: [
    phrase('write_todos', ({ items }: PlanAction) => ({
      todos: items.map(({ step, status }) => ({ description: step, status })),
    })),
  ],
  search: [phrase('google_web_search', ({ query }: SearchAction) => ({ query }))],
};
