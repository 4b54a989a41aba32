import type { JsonObject } from '@dragoman/protocol';
import { textAt } from '../../interpret/json-fields.js';
import type { LiveState } from './live-state.js';

/** The id Codex gave an item: `item_5`. It counts them anew in each process. */
export function itemId({ id }: JsonObject): string | undefined {
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

/** The id of a call of the stream up to 0.42, which is the model's own. */
export function callIdOf(message: JsonObject, state: LiveState): string {
  const callId = textAt(message, 'call_id');
  if (callId === undefined) state.unnamedItems += 1;
  return callId ?? `unnamed_${state.unnamedItems}`;
}

/** The id of the call that an item is, among those of all turns of the thread. */
export function toolIdOf(item: JsonObject, state: LiveState): string {
  const id = itemId(item);
  if (id === undefined) state.unnamedItems += 1;
  return [...turnOf(state), id ?? `unnamed_${state.unnamedItems}`].join('.');
}

function turnOf({ options: { turnId }, threadId, turns }: LiveState): readonly (string | number)[] {
  const ordinal = Math.max(1, turns);
  if (turnId !== undefined) return ordinal === 1 ? [turnId] : [turnId, ordinal];
  return threadId === undefined ? [ordinal] : [threadId, ordinal];
}
