import type { Prices } from '../prices/prices.js';
import { addRows, addUse } from './add-rows.js';
import type { CollectedPart } from './collect-usage.js';
import { countCalls } from './count-calls.js';
import { byCost, createUsageGroups, modelRows } from './usage-groups.js';
import { addSums, amountsOf, type UsageAmounts } from './usage-sum.js';

/** What usage is added up by. */
export const usageGroupings = ['daily', 'weekly', 'monthly', 'session', 'model', 'agent'] as const;

export type UsageGrouping = (typeof usageGroupings)[number];

/** Which calls are meant, and how they are added up. */
export interface UsageQuery {
  readonly by: UsageGrouping;
  /** From this time on, in milliseconds since 1970. */
  readonly since?: number | undefined;
  /** Before this time. */
  readonly until?: number | undefined;
  /** Whether the sessions of a folder are meant. Default: those of all. */
  readonly isProject?: ((cwd: string | undefined) => boolean) | undefined;
  readonly prices: Prices;
}

/** What one day, week, month, session, model or agent used. */
export interface UsageRow extends UsageAmounts {
  /** The day, the Monday of the week, the month, the id of the session, the model or the agent. */
  readonly key: string;
  readonly agents: readonly string[];
  /** By model, those that cost most first. */
  readonly models: readonly ModelUsageRow[];
  /** The folders that the agents worked in. */
  readonly projects: readonly string[];
  /** The first and the last call, in ISO 8601. */
  readonly first: string;
  readonly last: string;
}

export interface ModelUsageRow extends UsageAmounts {
  readonly model: string;
}

export interface UsageSummary {
  readonly by: UsageGrouping;
  readonly rows: readonly UsageRow[];
  readonly total: UsageAmounts;
  readonly models: readonly ModelUsageRow[];
  /** Models without a price, those that used most first. */
  readonly unpriced: readonly string[];
  /** The list that costs were computed from. */
  readonly prices: Pick<Prices, 'source' | 'date'>;
}

/** Adds up what calls of models used: every call once. */
export function summariseUsage(parts: readonly CollectedPart[], query: UsageQuery): UsageSummary {
  const { by, prices, since = 0, until = Number.POSITIVE_INFINITY, isProject } = query;
  const [from, to] = [since / 1000, until / 1000];
  const groups = createUsageGroups(by, prices);
  countCalls(parts, {
    rows(part, isCopy, costs) {
      if (isProject?.(part.cwd) !== false) addRows({ part, isCopy, costs, from, to }, groups);
    },
    beside(use) {
      if (isProject?.(use.part.cwd) === false || use.time < from || use.time >= to) return;
      addUse(use, groups);
    },
  });
  const sums = groups.models();
  const models = modelRows(sums);
  const unpriced = models.filter(({ cost }) => cost.unpriced_tokens > 0);
  return {
    by,
    rows: groups.rows().sort(ORDER[by]),
    total: amountsOf(addSums([...sums.values()])),
    models,
    unpriced: unpriced
      .sort((left, right) => right.total_tokens - left.total_tokens)
      .map(({ model }) => model),
    prices: { source: prices.source, date: prices.date },
  };
}

function byKey(left: UsageRow, right: UsageRow): number {
  return left.key < right.key ? -1 : 1;
}

/** Time goes downwards, the latest last; what cost most comes first. */
const ORDER: Readonly<Record<UsageGrouping, (left: UsageRow, right: UsageRow) => number>> = {
  daily: byKey,
  weekly: byKey,
  monthly: byKey,
  session: (left, right) => (left.last < right.last ? -1 : 1),
  model: byCost,
  agent: byCost,
};
