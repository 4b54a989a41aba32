import type { JsonObject, PlanItem } from '@dragoman/protocol';
import { objectsAt, textAt } from '../../interpret/json-fields.js';
import type { CommonCall, PlanCall } from '../../tools/common-call.js';
import { planStatus } from '../../tools/plan-status.js';
import { asItIs, type NativeCall, recast } from './native-call.js';

/** `write_todos`: the whole list each time. */
export function planCall(call: NativeCall): PlanCall | CommonCall {
  const { args } = call;
  if (!Array.isArray(args.todos)) return { ...asItIs('plan')(call), tool_name: 'TodoWrite' };
  const plan = objectsAt(args, 'todos').flatMap(readItem);
  const todos = plan.map(({ text, status }) => ({ content: text, status, activeForm: text }));
  return { plan, call: recast(call, 'TodoWrite', 'plan', { todos }) };
}

function readItem(todo: JsonObject): PlanItem[] {
  const text = textAt(todo, 'description');
  if (text === undefined) return [];
  // What Gemini CLI calls blocked is still to be done.
  return [{ text, status: planStatus(textAt(todo, 'status')) ?? 'pending' }];
}
