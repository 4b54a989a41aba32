import { StrategyDrift } from './strategy-errors.js';

/** For a strategy that does not do again what it did before its run was resumed. */
const WHAT_DECIDES =
  'A strategy must decide by its input, the results, ctx.rand() and ctx.now() alone: by no clock, file or random number of its own.';

export function neverAskedAgain(key: string): StrategyDrift {
  return new StrategyDrift(
    `Before it was resumed the strategy asked for the task ${key}; this time it ended without. ${WHAT_DECIDES}`,
  );
}

export function otherWinner(before: string, now: string): StrategyDrift {
  return new StrategyDrift(
    `Before it was resumed the strategy selected ${before}; this time it selects ${now}. ${WHAT_DECIDES}`,
  );
}

export function fewerValues(): StrategyDrift {
  return new StrategyDrift(
    `Before it was resumed the strategy asked ctx.rand() or ctx.now() more often than this time. ${WHAT_DECIDES}`,
  );
}
