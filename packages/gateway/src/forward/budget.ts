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
  /** In dollars, by the prices that the turn is admitted with. */
  costUsd?: number;
}

/** What an answer of a model costs, in dollars. Undefined where its price is not known. */
export type CostOf = (model: string, tokens: TokenCounts) => number | undefined;

const limit = z.int().min(0).optional();

/** A limit that is misspelt or no number would not limit. */
export const budgetSchema = z.strictObject({
  requests: limit,
  inputTokens: limit,
  outputTokens: limit,
  totalTokens: limit,
  costUsd: z.number().min(0).optional(),
});

/** What a turn may be limited with, wherever its answers come from. */
export const limitsShape = {
  budget: budgetSchema.optional(),
  costOf: z.custom((value) => typeof value === 'function', 'expected a function').optional(),
};

/** A budget in dollars needs prices. */
export function hasPrices(turn: {
  budget?: Readonly<{ costUsd?: number | undefined }> | undefined;
  costOf?: unknown;
}): boolean {
  return turn.budget?.costUsd === undefined || turn.costOf !== undefined;
}

export const pricesMissing = { path: ['costOf'], message: 'a budget in dollars needs prices' };

/** The tokens of one request and its answer, as far as a budget counts them. */
export type TokenEstimate = Pick<TokenCounts, 'inputTokens' | 'outputTokens'>;

/** A request that wants to be let in: the models that may answer it, and what it may use. */
export interface AskedAnswer extends TokenEstimate {
  readonly models: readonly unknown[];
}

/** The same with what it may cost, where that counts. */
interface ReservedAnswer extends TokenEstimate {
  readonly costUsd: number;
}

/** Sums of dollars are shown without the dust of binary fractions. */
const PRECISION = 12;

const LIMITS: readonly {
  limit: keyof Budget;
  unit: string;
  used(usage: TurnUsage): number;
  estimated(answer: ReservedAnswer): number;
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
  {
    limit: 'costUsd',
    unit: 'dollars',
    used: ({ costUsd = 0 }) => Number(costUsd.toPrecision(PRECISION)),
    estimated: ({ costUsd }) => costUsd,
  },
];

/** The status of a refusal at the budget; the README says why this one. */
const BUDGET_STATUS = 400;

/** The refusal of one more request when a limit is used up, or `undefined`. */
export function budgetRefusal(budget: Budget, usage: TurnUsage): Refusal | undefined {
  for (const { limit, unit, used } of LIMITS) {
    const allowed = budget[limit];
    if (allowed !== undefined && used(usage) >= allowed) {
      const message = `Budget reached: this turn may use ${allowed} ${unit} and has used ${used(usage)}. Raise that limit to go on.`;
      return new Refusal({ status: BUDGET_STATUS, message, code: 'budget_exceeded' }, 'refused');
    }
  }
  return undefined;
}

/** A request that was let in. */
export interface Reservation {
  /** The request and its answer are over, and the tokens that they used are in the turn's usage. */
  release(used?: TokenCounts): void;
}

/** Lets the requests of one turn in, as far as its budget goes. */
export interface Ledger {
  /** Whether tokens are limited, and not only requests. */
  readonly limitsTokens: boolean;
  /**
   * Counts one request, or rejects with a `Refusal`. Where what is under way and this one might go
   * over a limit together, it waits until it is the only one: so the last answer alone may exceed it.
   */
  admit(usage: TurnUsage, asked: AskedAnswer, signal: AbortSignal): Promise<Reservation>;
}

export function createLedger(budget: Budget, costOf: CostOf = () => undefined): Ledger {
  const underWay = new Set<ReservedAnswer>();
  const waiting: (() => void)[] = [];

  const fits = (usage: TurnUsage, tokens: ReservedAnswer): boolean =>
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
    async admit(usage, { models, inputTokens, outputTokens }, signal) {
      const cost = (tokens: TokenCounts): number =>
        budget.costUsd === undefined ? 0 : dearest(models, tokens, costOf);
      const estimate = { inputTokens, outputTokens, cachedInputTokens: 0, reasoningTokens: 0 };
      const own = { inputTokens, outputTokens, costUsd: cost(estimate) };
      // Nothing may happen between these checks and the count, or two at once could pass them.
      for (;;) {
        signal.throwIfAborted();
        const refusal = budgetRefusal(budget, usage);
        if (refusal !== undefined) throw refusal;
        if (underWay.size === 0 || fits(usage, own)) break;
        await nextEnd(signal);
      }
      usage.requests += 1;
      underWay.add(own);
      return {
        release(used) {
          if (!underWay.delete(own)) return;
          if (used !== undefined && budget.costUsd !== undefined) {
            usage.costUsd = (usage.costUsd ?? 0) + cost(used);
          }
          for (const go of waiting.splice(0)) go();
        },
      };
    },
  };
}

/** Which of the models answers, its provider decides: the budget is charged for the dearest. */
function dearest(models: readonly unknown[], tokens: TokenCounts, costOf: CostOf): number {
  const costs = models.map((model) => {
    const cost = typeof model === 'string' ? costOf(model, tokens) : undefined;
    if (cost === undefined) throw priceUnknown(model);
    return cost;
  });
  return Math.max(0, ...costs);
}

function priceUnknown(model: unknown): Refusal {
  const name = typeof model === 'string' ? model.slice(0, 100) : 'of this request';
  const message = `The model ${name} has no known price, so a budget in dollars can't hold for it. Name a model that has one, give a price file, or limit tokens instead.`;
  return new Refusal({ status: BUDGET_STATUS, message, code: 'price_unknown' }, 'refused');
}
