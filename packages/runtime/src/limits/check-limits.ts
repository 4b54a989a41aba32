import { DragomanError } from '@dragoman/protocol';
import type { TurnLimits } from './turn-timers.js';

/** Refuses limits that are no times, with the code `invalid_request`. */
export function checkLimits(limits: TurnLimits = {}): void {
  for (const [name, ms] of Object.entries(limits)) {
    if (ms === undefined || ms > 0) continue;
    throw new DragomanError(
      'invalid_request',
      `${name} is ${ms}: a limit is a number of milliseconds, more than 0, or Infinity.`,
    );
  }
}
