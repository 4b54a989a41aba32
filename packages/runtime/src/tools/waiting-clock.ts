import type { Waiting } from '../limits/turn-timers.js';

/** Measures the time in which at least one thing is waited for. */
export interface WaitingClock extends Waiting {
  begin(): void;
  end(): void;
}

export function createWaitingClock(): WaitingClock {
  let open = 0;
  let since = 0;
  let lastEnd = 0;
  let total = 0;
  return {
    begin() {
      if (open === 0) since = performance.now();
      open += 1;
    },
    end() {
      open -= 1;
      lastEnd = performance.now();
      if (open === 0) total += lastEnd - since;
    },
    last: () => (open > 0 ? performance.now() : lastEnd),
    total: () => (open > 0 ? total + performance.now() - since : total),
  };
}
