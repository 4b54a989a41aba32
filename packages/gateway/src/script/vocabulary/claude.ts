import type { PlannedStep } from '../script.js';
import { removeCommand } from './remove-command.js';
import { phrase, type SpokenCall, type Vocabulary } from './vocabulary.js';

/** Claude Code. It refuses to edit a file that was not read before, so an update reads first. */
export const claude: Vocabulary = {
  run: [phrase('Bash', ({ command }) => ({ command }))],
  add: [phrase('Write', ({ path, content }) => ({ file_path: path, content }))],
  update: [
    {
      needs: [{ name: 'Read' }, { name: 'Edit' }],
      say: ({ path, old, new: replacement }) => [
        { name: 'Read', arguments: { file_path: path } },
        {
          name: 'Edit',
          arguments: { file_path: path, old_string: old, new_string: replacement },
        },
      ],
    },
  ],
  delete: [phrase('Bash', ({ path }) => ({ command: removeCommand(path) }))],
  plan: [
    phrase('TodoWrite', ({ items }) => ({
      todos: items.map(({ step, status }) => ({ content: step, status, activeForm: step })),
    })),
    {
      needs: [{ name: 'TaskCreate' }, { name: 'TaskUpdate' }],
      say: ({ items }, { earlierPlans }) => [
        ...(earlierPlans === 0 ? items.map(createTask) : []),
        ...items.flatMap(updateTask),
      ],
    },
  ],
  search: [phrase('WebSearch', ({ query }) => ({ query }))],
};

function createTask({ step }: PlannedStep): SpokenCall {
  return { name: 'TaskCreate', arguments: { subject: step, description: step } };
}

/** Tasks are numbered from 1 in the order they were made; they begin as pending. */
function updateTask({ status }: PlannedStep, index: number): SpokenCall[] {
  if (status === 'pending') return [];
  return [{ name: 'TaskUpdate', arguments: { taskId: String(index + 1), status } }];
}
