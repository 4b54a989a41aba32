import { type DragomanEvent, writeJson } from '@dragoman/protocol';
import { planItems } from '../tools.js';
import type { LiveState } from './live-state.js';

/** The plan, where it isn't the one told last: the end of a turn only repeats it. */
export function planEvents(native: unknown, state: LiveState): DragomanEvent[] {
  if (!Array.isArray(native)) return [];
  const items = planItems(native);
  const plan = writeJson(items);
  if (plan === state.plan) return [];
  state.plan = plan;
  return [{ type: 'plan', items }];
}
