import { join } from 'node:path';
import { loadPrices } from '@dragoman/agents/internal';
import type { UsageFigures } from '@dragoman/protocol';
import type { ServerLimits } from '../contract.js';
import { type Refusal, refusal } from '../errors/refusal.js';
import type { BudgetLeft } from './lower-limits.js';
import { createSpendingFiles, type Spending } from './spending-files.js';

type DayLimits = Pick<ServerLimits, 'tokensPerDay' | 'costUsdPerDay'>;

/** What clients spend in a day of UTC. It outlives the server. */
export interface DayBudget {
  /**
   * What is left for a client today, which may have used something elsewhere. Throws `budget_exhausted`
   * where nothing is.
   */
  left(client: string, elsewhere?: Spending): BudgetLeft;
  /** A turn begins. If this process dies before it is charged, the next one charges it. */
  begun(client: string, turnId: string): void;
  charge(client: string, turnId: string, spent: TurnSpending): void;
  /** Turns that have begun and are not charged: at work, or of a server that was killed. */
  uncharged(): readonly string[];
  /** What a client has used today, by what is noted here. */
  spent(client: string): DaySpending;
}

export interface DaySpending extends Spending {
  /** As in `2026-11-18`. */
  readonly day: string;
}

/** What a turn used, as its `end` and its `init` say. */
export interface TurnSpending {
  readonly usage?: UsageFigures | null | undefined;
  /** What it cost is computed by the prices of this model, where the agent doesn't say it. */
  readonly modelId?: string | undefined;
}

export interface DayBudgetOptions {
  readonly stateDirectory: string;
  readonly now?: (() => Date) | undefined;
}

export function createDayBudget(
  { tokensPerDay, costUsdPerDay }: DayLimits,
  { stateDirectory, now = () => new Date() }: DayBudgetOptions,
): DayBudget {
  const isLimited = tokensPerDay !== undefined || costUsdPerDay !== undefined;
  const today = () => now().toISOString().slice(0, 10);
  const files = createSpendingFiles(join(stateDirectory, 'server', 'spent'), today);
  return {
    left(client, elsewhere = { tokens: 0, usd: 0 }) {
      if (!isLimited) return {};
      const here = files.spent(client);
      const left = {
        ...(tokensPerDay !== undefined && {
          tokens: tokensPerDay - here.tokens - elsewhere.tokens,
        }),
        ...(costUsdPerDay !== undefined && { costUsd: costUsdPerDay - here.usd - elsewhere.usd }),
      };
      if (left.tokens !== undefined && left.tokens <= 0) {
        throw exhausted(`${tokensPerDay} tokens`, now());
      }
      if (left.costUsd !== undefined && left.costUsd <= 0) {
        throw exhausted(`$${costUsdPerDay}`, now());
      }
      return left;
    },
    spent: (client) => ({
      day: today(),
      ...(isLimited ? files.spent(client) : { tokens: 0, usd: 0 }),
    }),
    begun(client, turnId) {
      if (isLimited) files.begun(client, turnId);
    },
    charge(client, turnId, { usage, modelId }) {
      if (!isLimited) return;
      const tokens = usage?.total_tokens ?? 0;
      const isPriced = costUsdPerDay !== undefined && usage != null;
      files.ended(client, turnId, { tokens, usd: isPriced ? costOf(usage, modelId) : 0 });
    },
    uncharged: () => (isLimited ? files.unended() : []),
  };
}

/** A model without a known price was refused by the gateway, which holds every turn to its budget. */
function costOf(usage: UsageFigures, modelId: string | undefined): number {
  if (usage.cost_usd !== undefined || modelId === undefined) return usage.cost_usd ?? 0;
  const tokens = {
    input: usage.input_tokens,
    cached: usage.cached_input_tokens ?? 0,
    written: usage.cache_write_input_tokens ?? 0,
    output: usage.output_tokens,
    reasoning: usage.reasoning_tokens ?? 0,
  };
  return loadPrices().costOf(modelId, tokens) ?? 0;
}

const DAY_SECONDS = 86_400;

function exhausted(budget: string, now: Date): Refusal {
  const untilMidnight = DAY_SECONDS - (Math.floor(now.getTime() / 1000) % DAY_SECONDS);
  return refusal(
    'budget_exhausted',
    `The budget of this key for today, ${budget}, is used up: it begins anew at midnight UTC.`,
    { headers: { 'retry-after': String(untilMidnight) } },
  );
}
