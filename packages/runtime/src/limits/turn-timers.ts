import { type TurnLimits, turnLimitsOf } from './turn-limits.js';

export type LimitName = 'never_started' | 'idle' | 'wall' | 'total' | 'hang_after_end';

export interface TurnTimers {
  /** The agent's process runs. */
  started(): void;
  /** It wrote something. As cheap as a look at the clock: no timer is touched. */
  heard(): void;
  /** It said that its turn is over. */
  saidEnd(): void;
  /** It is at work again, after it said so. */
  wentOn(): void;
  /** It is gone, or nobody cares any more. */
  stop(): void;
}

/** How an agent has waited for somebody else, whose time is not its own. */
export interface Waiting {
  /** When it last did, by `performance.now()`: now, while it does. */
  last(): number;
  /** For how long, in all. */
  total(): number;
}

/** The longest delay that Node's timers know; they take anything longer for one millisecond. */
export const longestDelayMs = 2 ** 31 - 1;

const NEVER: Waiting = { last: () => 0, total: () => 0 };

/**
 * Watches over the limits of a turn. `onLimit` is called at most once, with the first limit that was
 * passed and words for it. While the agent waits for somebody else no limit comes nearer but that of
 * the total time.
 */
export function createTurnTimers(
  limits: TurnLimits,
  onLimit: (limit: LimitName, words: string) => void,
  waiting: Waiting = NEVER,
): TurnTimers {
  const { neverStartedMs, idleMs, wallMs, totalMs, hangAfterEndMs } = turnLimitsOf(limits);
  let lastHeard = 0;
  let wasHeard = false;
  let timers: NodeJS.Timeout[] = [];

  /** Fires once `since` is longer ago than the limit: `since` may move while it waits. */
  const watch = (limit: LimitName, ms: number, since: () => number): void => {
    if (ms === Number.POSITIVE_INFINITY) return;
    const left = since() + ms - performance.now();
    if (left <= 0) {
      stop();
      onLimit(limit, WORDS[limit](ms));
      return;
    }
    const index = timers.length;
    const timer = setTimeout(
      () => {
        timers = timers.filter((one) => one !== timer);
        watch(limit, ms, since);
      },
      Math.min(Math.ceil(left), longestDelayMs),
    );
    timers[index] = timer;
  };

  const stop = (): void => {
    for (const timer of timers) clearTimeout(timer);
    timers = [];
  };

  const restart = (limit: LimitName, ms: number, wallStart: number): void => {
    stop();
    watch('total', totalMs, () => wallStart);
    watch('wall', wallMs, () => wallStart + waiting.total());
    watch(
      limit,
      ms,
      limit === 'hang_after_end' ? () => lastHeard : () => Math.max(lastHeard, waiting.last()),
    );
  };

  let startedAt = 0;
  let isOver = false;
  return {
    started() {
      startedAt = performance.now();
      lastHeard = startedAt;
      restart('never_started', neverStartedMs, startedAt);
    },
    heard() {
      lastHeard = performance.now();
      if (wasHeard) return;
      wasHeard = true;
      if (timers.length > 0) restart('idle', idleMs, startedAt);
    },
    saidEnd() {
      lastHeard = performance.now();
      wasHeard = true;
      isOver = true;
      restart('hang_after_end', hangAfterEndMs, startedAt);
    },
    wentOn() {
      if (!isOver) return;
      isOver = false;
      lastHeard = performance.now();
      restart('idle', idleMs, startedAt);
    },
    stop,
  };
}

const WORDS: Record<LimitName, (ms: number) => string> = {
  never_started: (ms) => `It said nothing in the first ${duration(ms)} and was stopped.`,
  idle: (ms) => `It said nothing for ${duration(ms)} and was stopped.`,
  wall: (ms) => `It was not done after ${duration(ms)} and was stopped.`,
  total: (ms) =>
    `It was not done after ${duration(ms)}, the waiting for tools included, and was stopped.`,
  hang_after_end: (ms) =>
    `It had finished, but was still there ${duration(ms)} later and was stopped.`,
};

function duration(ms: number): string {
  if (ms < 100) return ms === 1 ? '1 millisecond' : `${ms} milliseconds`;
  const amount = Math.round(ms / 100) / 10;
  return amount === 1 ? '1 second' : `${amount} seconds`;
}
