import { isJsonObject, type JsonObject, type PlanItem } from '@dragoman/protocol';
import { objectAt, textAt } from '../../interpret/json-fields.js';
import { planStatus } from '../../tools/plan-status.js';

/** The list that `TaskCreate` and `TaskUpdate` keep, which is the plan from 2.1 on. */
export interface TaskBoard {
  /** Takes down what an accepted call did; undefined when the list doesn't tell. */
  apply(name: string, input: JsonObject, result: unknown): readonly PlanItem[] | undefined;
}

type Apply = (tasks: Map<string, PlanItem>, input: JsonObject, result: unknown) => boolean;

const TOOLS: ReadonlyMap<string, Apply> = new Map<string, Apply>([
  ['TaskCreate', create],
  ['TaskUpdate', update],
]);

/** Whether a tool works on the list. */
export function isTaskTool(name: string): boolean {
  return TOOLS.has(name);
}

export function createTaskBoard(): TaskBoard {
  const tasks = new Map<string, PlanItem>();
  return {
    apply(name, input, result) {
      const isEmitted = TOOLS.get(name)?.(tasks, input, result) ?? false;
      return isEmitted ? [...tasks.values()] : undefined;
    },
  };
}

/** Only the result knows the number of a new task. */
function create(tasks: Map<string, PlanItem>, input: JsonObject, result: unknown): boolean {
  const made = isJsonObject(result) ? objectAt(result, 'task') : undefined;
  const id = textAt(made, 'id');
  const text = textAt(input, 'subject') ?? textAt(made, 'subject');
  if (id === undefined || text === undefined) return false;
  tasks.set(id, { text, status: 'pending' });
  return true;
}

function update(tasks: Map<string, PlanItem>, input: JsonObject): boolean {
  const id = textAt(input, 'taskId');
  const task = id === undefined ? undefined : tasks.get(id);
  if (id === undefined || task === undefined) return false;
  const word = textAt(input, 'status');
  if (word === 'deleted') return tasks.delete(id);
  const status = planStatus(word) ?? task.status;
  tasks.set(id, { text: textAt(input, 'subject') ?? task.text, status });
  return true;
}
