import { isJsonObject, type JsonObject, type PlanItem } from '@dragoman/protocol';
import { listAt, objectAt, objectsAt, textAt } from '../../interpret/json-fields.js';
import { planStatus } from '../../tools/common-call.js';

/** The steps that `TodoWrite` sets; undefined when an entry is no step. */
export function todoItems(input: JsonObject): PlanItem[] | undefined {
  const items: PlanItem[] = [];
  for (const todo of objectsAt(input, 'todos')) {
    const text = textAt(todo, 'content');
    const status = planStatus(textAt(todo, 'status'));
    if (text === undefined || status === undefined) return undefined;
    items.push({ text, status });
  }
  return Array.isArray(input.todos) && items.length === listAt(input, 'todos').length
    ? items
    : undefined;
}

/** The list that `TaskCreate` and `TaskUpdate` keep, which is the plan from 2.1 on. */
interface TaskBoard {
  /** Notes what an accepted call did; undefined when the list doesn't know the task. */
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
      const isKnown = TOOLS.get(name)?.(tasks, input, result) ?? false;
      return isKnown ? [...tasks.values()] : undefined;
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
