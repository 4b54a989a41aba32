import { isJsonObject, type JsonObject, type PlanItem } from '@dragoman/protocol';
import { flagAt, listAt, textAt } from '../../interpret/json-fields.js';
import { planStatus } from '../../tools/plan-status.js';

/** The steps of a plan: of `update_plan` and `plan_update`, or the items of a live `todo_list`. */
export function planItems(native: unknown): PlanItem[] {
  return planSteps(native)?.filter(isJsonObject).flatMap(readStep) ?? [];
}

/** The list that holds the steps; undefined when there is none. */
export function planSteps(native: unknown): readonly unknown[] | undefined {
  if (Array.isArray(native)) return native;
  if (!isJsonObject(native)) return undefined;
  const key = ['plan', 'items'].find((name) => Array.isArray(native[name]));
  return key === undefined ? undefined : listAt(native, key);
}

function readStep(step: JsonObject): PlanItem[] {
  const text = textAt(step, 'step') ?? textAt(step, 'text');
  if (text === undefined) return [];
  const word = textAt(step, 'status');
  const named = planStatus(word === 'inProgress' ? 'in_progress' : word);
  // A live list says no more than whether a step is done.
  const status = named ?? (flagAt(step, 'completed') === true ? 'completed' : 'pending');
  return [{ text, status }];
}
