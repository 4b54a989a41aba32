import { setTimeout as delay } from 'node:timers/promises';

/** Lets whoever reads an agent wait, so that a flood can't keep this process from all else. */
export interface ReadingPace {
  /** Resolves when more may be read: at once for all but a flood. */
  taken(amount: ReadAmount): Promise<void>;
}

interface ReadAmount {
  readonly events: number;
  readonly bytes: number;
}

interface ReadingPaceOptions {
  readonly eventsPerSecond: number;
  /** Called now and then while it waits: the agent isn't silent, it isn't read. */
  readonly onWait?: () => void;
  /** Whether to wait no longer: what is left of an agent that is being stopped is read at once. */
  readonly isOver?: () => boolean;
}

/** So many seconds' worth may come at once: far more than any CLI writes in one go. */
const BURST_SECONDS = 5;
/** What has no events in it takes its time, too. */
const BYTES_PER_EVENT = 64 * 1024;
/** Waiting is in small portions, so that a stop is noticed. */
const LONGEST_WAIT_MS = 200;

/**
 * A bucket of as many tokens as five seconds bring. Each event that was read takes one, and with none
 * left it is waited for the next ones. The agent then waits, too: its pipe is full.
 */
export function createReadingPace({
  eventsPerSecond,
  onWait = () => {},
  isOver = () => false,
}: ReadingPaceOptions): ReadingPace {
  const capacity = eventsPerSecond * BURST_SECONDS;
  let tokens = capacity;
  let countedAt = performance.now();

  const refill = (): void => {
    const now = performance.now();
    tokens = Math.min(capacity, tokens + ((now - countedAt) / 1000) * eventsPerSecond);
    countedAt = now;
  };

  return {
    async taken({ events, bytes }) {
      if (eventsPerSecond === Number.POSITIVE_INFINITY) return;
      refill();
      tokens -= events + bytes / BYTES_PER_EVENT;
      while (tokens < 0 && !isOver()) {
        const missingMs = (-tokens / eventsPerSecond) * 1000;
        await delay(Math.min(Math.ceil(missingMs), LONGEST_WAIT_MS));
        onWait();
        refill();
      }
    },
  };
}
