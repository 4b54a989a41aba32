import { z } from 'zod';
import type { TurnUsage } from '../contract.js';
import { Refusal } from './refusal.js';

/** What one turn may use. A limit that is left out does not limit. */
export interface Budget {
  requests?: number;
  inputTokens?: number;
  outputTokens?: number;
  /** Input and output together. */
  totalTokens?: number;
}

const limit = z.int().min(0).optional();

/** A limit that is misspelt or no number would not limit. */
export const budgetSchema = z.strictObject({
  requests: limit,
  inputTokens: limit,
  outputTokens: limit,
  totalTokens: limit,
});

const LIMITS: readonly {
  limit: keyof Budget;
  unit: string;
  used(usage: TurnUsage): number;
}[] = [
  { limit: 'requests', unit: 'model requests', used: (usage) => usage.requests },
  { limit: 'inputTokens', unit: 'input tokens', used: (usage) => usage.inputTokens },
  { limit: 'outputTokens', unit: 'output tokens', used: (usage) => usage.outputTokens },
  {
    limit: 'totalTokens',
    unit: 'tokens',
    used: (usage) => usage.inputTokens + usage.outputTokens,
  },
];

/** The status of a refusal at the budget; the README says why this one. */
const BUDGET_STATUS = 400;

/**
 * The refusal of one more request when a limit is used up, or `undefined`. Nothing may happen
 * between this check and counting the request, or two requests at once could pass it.
 */
export function budgetRefusal(budget: Budget, usage: TurnUsage): Refusal | undefined {
  for (const { limit, unit, used } of LIMITS) {
    const allowed = budget[limit];
    if (allowed !== undefined && used(usage) >= allowed) {
      const message = `Budget reached: this turn may use ${allowed} ${unit} and has used ${used(usage)}. Raise the ${limit} limit to go on.`;
      return new Refusal({ status: BUDGET_STATUS, message, code: 'budget_exceeded' }, 'refused');
    }
  }
  return undefined;
}
