import type { JsonObject, PlanItem } from '@dragoman/protocol';
import { listAt, objectsAt, textAt } from '../../interpret/json-fields.js';
import { planStatus } from '../../tools/plan-status.js';

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
