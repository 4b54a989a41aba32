import type { JsonObject, PlanItem } from '@dragoman/protocol';
import { objectsAt, textAt } from '../../interpret/json-fields.js';
import type { CommonCall, PlanCall } from '../../tools/common-call.js';
import { planStatus } from '../../tools/plan-status.js';
import type { NativeCall } from './native-call.js';
import { recast } from './recast.js';

/** `todowrite`: the whole list each time. */
export function planCall(call: NativeCall): PlanCall | CommonCall {
  if (!Array.isArray(call.input.todos)) return recast(call, 'TodoWrite', 'plan', call.input);
  const plan = objectsAt(call.input, 'todos').flatMap(readItem);
  const todos = plan.map(({ text, status }) => ({ content: text, status, activeForm: text }));
  return { plan, call: recast(call, 'TodoWrite', 'plan', { todos }) };
}

function readItem(todo: JsonObject): PlanItem[] {
  const text = textAt(todo, 'content');
  if (text === undefined) return [];
  return [{ text, status: planStatus(textAt(todo, 'status')) ?? 'pending' }];
}
