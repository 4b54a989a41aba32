import type { JournaledEvent } from '@dragoman/protocol';
import { isRequestEvent } from '@dragoman/protocol/internal';
import type { LiveTurn } from './live-turn.js';

/**
 * So long after a request the step goes on, for agents may call several tools at once. Each further
 * request starts it anew.
 */
const WINDOW_MS = 40;

/** What comes next: an event, the end of the step, or of the events, though there was no `end`. */
export type StepEvent = JournaledEvent | 'paused' | 'lost';

export interface StepReader {
  next(): Promise<StepEvent>;
  close(): void;
}

/**
 * Reads the events of one step: on from the last that was emitted, until the turn waits for its
 * caller. What is being read when the step ends is read again by the next.
 */
export function createStepReader(live: LiveTurn): StepReader {
  const reading = new AbortController();
  const { signal } = reading;
  const events = live.turn.events({ after: live.cursor, signal })[Symbol.asyncIterator]();
  let deadline = performance.now() + WINDOW_MS;
  let hasRequests = false;

  const take = (event: JournaledEvent): JournaledEvent => {
    live.cursor = event.seq;
    if (isRequestEvent(event)) {
      hasRequests = true;
      deadline = performance.now() + WINDOW_MS;
    }
    return event;
  };

  return {
    async next() {
      const reads = events.next();
      // A request that the call has left without an answer keeps the turn waiting, too.
      const isWaiting = hasRequests || live.open.size > 0;
      const read = isWaiting ? await before(deadline, reads) : await reads;
      if (read === undefined) return 'paused';
      return read.done === true ? 'lost' : take(read.value);
    },
    close() {
      reading.abort();
      // An abort doesn't wake a reading that nobody reads from, and it has a file open.
      events.return?.().catch(() => undefined);
    },
  };
}

/** What a promise gives, or nothing when the time has come. */
async function before<Value>(
  deadline: number,
  awaited: Promise<Value>,
): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const time = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, deadline - performance.now(), undefined);
  });
  try {
    return await Promise.race([awaited, time]);
  } finally {
    clearTimeout(timer);
    // It may still reject when nobody waits for it any more.
    awaited.catch(() => undefined);
  }
}
