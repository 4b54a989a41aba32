import { z } from 'zod';
import type { TokenCounts, TurnUsage } from '../contract.js';
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

/** The tokens of one request and its answer, as far as a budget counts them. */
export type TokenEstimate = Pick<TokenCounts, 'inputTokens' | 'outputTokens'>;

const LIMITS: readonly {
  limit: keyof Budget;
  unit: string;
  used(usage: TurnUsage): number;
  estimated(tokens: TokenEstimate): number;
}[] = [
  {
    limit: 'requests',
    unit: 'model requests',
    used: (usage) => usage.requests,
    // Counted when it is let in, and exact.
    estimated: () => 0,
  },
  {
    limit: 'inputTokens',
    unit: 'input tokens',
    used: (usage) => usage.inputTokens,
    estimated: (tokens) => tokens.inputTokens,
  },
  {
    limit: 'outputTokens',
    unit: 'output tokens',
    used: (usage) => usage.outputTokens,
    estimated: (tokens) => tokens.outputTokens,
  },
  {
    limit: 'totalTokens',
    unit: 'tokens',
    used: (usage) => usage.inputTokens + usage.outputTokens,
    estimated: (tokens) => tokens.inputTokens + tokens.outputTokens,
  },
];

/** The status of a refusal at the budget; the README says why this one. */
const BUDGET_STATUS = 400;

/** The refusal of one more request when a limit is used up, or `undefined`. */
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

/** A request that was let in. */
export interface Reservation {
  /** The request and its answer are over, and what they used is in the turn's usage. */
  release(): void;
}

/** Lets the requests of one turn in, as far as its budget goes. */
export interface Ledger {
  /** Whether tokens are limited, and not only requests. */
  readonly limitsTokens: boolean;
  /**
   * Counts one request, or rejects with a `Refusal`. Where what is under way and this one might go
   * over a limit together, it waits until it is the only one: so the last answer alone may exceed it.
   */
  admit(usage: TurnUsage, tokens: TokenEstimate, signal: AbortSignal): Promise<Reservation>;
}

export function createLedger(budget: Budget): Ledger {
  const underWay = new Set<TokenEstimate>();
  const waiting: (() => void)[] = [];

  const fits = (usage: TurnUsage, tokens: TokenEstimate): boolean =>
    LIMITS.every(({ limit, used, estimated }) => {
      const allowed = budget[limit];
      if (allowed === undefined) return true;
      // What an answer under way has used so far is counted in both, which errs on the safe side.
      const reserved = [...underWay].reduce((sum, one) => sum + estimated(one), 0);
      return used(usage) + reserved + estimated(tokens) <= allowed;
    });

  const nextEnd = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const go = (): void => {
        signal.removeEventListener('abort', go);
        resolve();
      };
      waiting.push(go);
      signal.addEventListener('abort', go, { once: true });
    });

  const { requests: _requests, ...tokenLimits } = budget;
  return {
    limitsTokens: Object.values(tokenLimits).some((limit) => limit !== undefined),
    async admit(usage, tokens, signal) {
      // Nothing may happen between these checks and the count, or two at once could pass them.
      for (;;) {
        signal.throwIfAborted();
        const refusal = budgetRefusal(budget, usage);
        if (refusal !== undefined) throw refusal;
        if (underWay.size === 0 || fits(usage, tokens)) break;
        await nextEnd(signal);
      }
      usage.requests += 1;
      const own = { ...tokens };
      underWay.add(own);
      return {
        release() {
          if (!underWay.delete(own)) return;
          for (const go of waiting.splice(0)) go();
        },
      };
    },
  };
}
