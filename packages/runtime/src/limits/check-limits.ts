import { DragomanError } from '@dragoman/protocol';
import type { TurnLimits } from './turn-limits.js';

/** Refuses limits that are no amounts, with the code `invalid_request`. */
export function checkLimits(limits: TurnLimits = {}): void {
  for (const [name, amount] of Object.entries(limits)) {
    if (amount === undefined || amount > 0) continue;
    throw new DragomanError(
      'invalid_request',
      `${name} is ${amount}: a limit is a number of ${unitOf(name)}, more than 0, or Infinity.`,
    );
  }
}

function unitOf(name: string): string {
  if (name.endsWith('Ms')) return 'milliseconds';
  return name.endsWith('Bytes') ? 'bytes' : 'events a second';
}
