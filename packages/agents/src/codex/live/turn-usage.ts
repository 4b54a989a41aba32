import { addUsageFigures, type UsageFigures } from '@dragoman/protocol';
import type { LiveOptions } from '../../interpret/interpreter.js';
import { sameUsage, subtractUsage } from '../../interpret/usage-figures.js';
import { compareVersions } from '../../version-support.js';
import { THREAD_TOTALS_SINCE } from '../usage.js';

/** Finds out what each turn of a stream used, from what Codex counts. */
export interface TurnUsage {
  /**
   * A process begins to write about a thread: the count may start anew, and it does so for certain
   * in an era of the stream that ended before counts continued.
   */
  beginProcess(threadId: string | undefined, startsAnew?: boolean): void;
  /** What one call of the model used (up to 0.29). */
  add(figures: UsageFigures): void;
  /** What the process or the thread has used so far. */
  count(total: UsageFigures): void;
  /** What was used since this was last asked. */
  take(): UsageFigures | undefined;
}

/**
 * A count is of one process up to 0.77 and of the whole thread, over all processes that worked on
 * it, from 0.79 on. Where the version isn't known, a count that has grown since the thread's last
 * one is taken to have gone on, and one that hasn't to have started anew.
 */
export function createTurnUsage({ version, usageBefore }: LiveOptions): TurnUsage {
  const countsThreads =
    version === undefined ? undefined : compareVersions(version, THREAD_TOTALS_SINCE) >= 0;
  const lastCounts = new Map<string, UsageFigures>();
  let thread = '';
  let before = countsThreads === false ? undefined : usageBefore;
  let isFirstCount = true;
  let latest: UsageFigures | undefined;
  let added: UsageFigures | undefined;

  const grownBy = (total: UsageFigures): UsageFigures => {
    if (before === undefined || total.total_tokens < before.total_tokens) return total;
    const mayBeAnew = isFirstCount && !(countsThreads ?? saysReasoning(total));
    return mayBeAnew && total.total_tokens === before.total_tokens
      ? total
      : subtractUsage(total, before);
  };

  return {
    beginProcess(threadId = '', startsAnew = countsThreads === false) {
      thread = threadId;
      isFirstCount = true;
      if (startsAnew) before = undefined;
      else if (lastCounts.size > 0) before = lastCounts.get(threadId);
    },
    add(figures) {
      added = addUsageFigures(added, figures);
    },
    count(total) {
      // Up to 0.98 a count is repeated whenever there is news of the rate limits.
      if (!isFirstCount && before !== undefined && sameUsage(total, before)) return;
      latest = total;
    },
    take() {
      const counted = latest === undefined ? undefined : grownBy(latest);
      if (latest !== undefined) {
        lastCounts.set(thread, latest);
        before = latest;
        isFirstCount = false;
      }
      const used = counted === undefined ? added : addUsageFigures(added, counted);
      latest = undefined;
      added = undefined;
      return used;
    },
  };
}

/** Codex counts reasoning in its ThreadEvents from 0.135 on, so these count threads. */
function saysReasoning(total: UsageFigures): boolean {
  return total.reasoning_tokens !== undefined;
}
