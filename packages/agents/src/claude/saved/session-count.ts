import type { JsonObject, UsageFigures } from '@dragoman/protocol';
import { numberAt } from '../../interpret/json-fields.js';
import { NO_USAGE, subtractUsage } from '../../interpret/usage-figures.js';
import { costOf, modelUsageOf, sumOfModels } from '../usage.js';
import type { MessageUsageCounter } from './message-usage.js';

/** What was spent by the counts that each process leaves in the file, from 2.1.277 on, when it ends. */
export interface SessionCount {
  /** What a count says beyond the count before and the messages since; undefined where it is none. */
  read(record: JsonObject): UsageFigures | undefined;
}

/**
 * Messages say their tokens. What they cost is only known of all of them, and so is what was used for
 * summaries, for replies that broke off, and on the side.
 */
export function createSessionCount(messages: MessageUsageCounter): SessionCount {
  let costBefore = 0;
  let countBefore = NO_USAGE;
  let messagesBefore = NO_USAGE;

  const tokensBeside = (count: UsageFigures): UsageFigures => {
    messages.settle();
    const counted = subtractUsage(count, countBefore);
    const said = subtractUsage(messages.total(), messagesBefore);
    countBefore = count;
    messagesBefore = messages.total();
    // A process that was killed has left no count of its messages.
    return FIGURES.every((name) => (counted[name] ?? 0) >= (said[name] ?? 0))
      ? subtractUsage(counted, said)
      : NO_USAGE;
  };

  return {
    read(record) {
      const total = numberAt(record, 'totalCostUSD');
      const cost = costOf(total, costBefore);
      if (total === undefined || cost === undefined) return undefined;
      costBefore = total;
      const count = sumOfModels(modelUsageOf(record) ?? new Map());
      const tokens = count === undefined ? NO_USAGE : tokensBeside(count);
      return { ...(tokens.total_tokens === 0 ? NO_USAGE : tokens), cost_usd: cost };
    },
  };
}

const FIGURES = ['input_tokens', 'output_tokens', 'cached_input_tokens'] as const;

/** Whether a record is such a count. */
export function isCount({ type }: JsonObject): boolean {
  return type === 'cost-state';
}

/** The count that a process goes on with when it resumes the session, by its last record. */
export function countIn(record: JsonObject): UsageFigures {
  const count = sumOfModels(modelUsageOf(record) ?? new Map()) ?? NO_USAGE;
  return { ...count, cost_usd: costOf(numberAt(record, 'totalCostUSD'), 0) ?? 0 };
}
