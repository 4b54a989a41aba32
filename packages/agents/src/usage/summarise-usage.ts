import type { Prices } from '../prices/prices.js';
import type { CollectedPart } from './collect-usage.js';
import { countCalls } from './count-calls.js';
import type { CountedUse } from './counted-session.js';
import { createLocalPeriods, type LocalPeriods } from './local-periods.js';
import { createUsageSum, type UsageAmounts, type UsageSum } from './usage-sum.js';

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

const UNKNOWN = 'unknown';

/** Adds up what calls of models used: every call once. */
export function summariseUsage(parts: readonly CollectedPart[], query: UsageQuery): UsageSummary {
  const { by, prices, since = 0, until = Number.POSITIVE_INFINITY, isProject } = query;
  const [from, to] = [since / 1000, until / 1000];
  const periods = createLocalPeriods();
  const groups = new Map<string, Group>();
  const groupOf = (key: string): Group => {
    const group = groups.get(key) ?? createGroup(key);
    groups.set(key, group);
    return group;
  };
  let group = createGroup('');
  let part: CollectedPart | undefined;
  let isWanted = true;
  countCalls(parts, (use) => {
    const { time, model, cost } = use;
    if (time < from || time >= to) return;
    const isSamePart = part === use.part;
    if (!isSamePart) {
      part = use.part;
      isWanted = isProject?.(part.cwd) ?? true;
    }
    if (!isWanted) return;
    const key = keyOf(use, by, periods);
    if (!isSamePart || group.key !== key) {
      group = groupOf(key);
      group.parts.add(use.part);
    }
    group.add(use, cost === undefined ? prices.costOf(model, use) : undefined);
  });
  const whole = createGroup('');
  for (const one of groups.values()) whole.merge(one);
  const total = whole.row();
  const unpriced = total.models.filter(({ cost }) => cost.unpriced_tokens > 0);
  return {
    by,
    rows: [...groups.values()].map(({ row }) => row()).sort(ORDER[by]),
    total: amountsOf(total),
    models: total.models,
    unpriced: unpriced
      .sort((left, right) => right.total_tokens - left.total_tokens)
      .map(({ model }) => model),
    prices: { source: prices.source, date: prices.date },
  };
}

function keyOf(use: CountedUse, by: UsageGrouping, periods: LocalPeriods): string {
  switch (by) {
    case 'daily':
      return periods.day(use.time);
    case 'weekly':
      return periods.week(use.time);
    case 'monthly':
      return periods.month(use.time);
    case 'session':
      return use.part.session;
    case 'model':
      return use.model || UNKNOWN;
    case 'agent':
      return use.part.agent;
    default:
      return by satisfies never;
  }
}

/** Sums of what belongs together, by model. */
interface Group {
  readonly key: string;
  /** @param price what the list says that it cost, if the agent doesn't say it. */
  add(use: CountedUse, price: number | undefined): void;
  merge(other: Group): void;
  readonly models: ReadonlyMap<string, UsageSum>;
  /** Whose calls they are. */
  readonly parts: Set<CollectedPart>;
  row(): UsageRow;
}

function createGroup(key: string): Group {
  const models = new Map<string, UsageSum>();
  const parts = new Set<CollectedPart>();
  let first = Number.POSITIVE_INFINITY;
  let last = 0;
  let lastModel: string | undefined;
  let lastSum = createUsageSum();
  const sumOf = (model: string): UsageSum => {
    const known = models.get(model);
    if (known !== undefined) return known;
    const sum = createUsageSum();
    models.set(model, sum);
    return sum;
  };
  return {
    key,
    models,
    parts,
    add(use, price) {
      if (use.model !== lastModel) {
        lastModel = use.model;
        lastSum = sumOf(lastModel);
      }
      lastSum.add(use, price);
      if (use.time < first) first = use.time;
      if (use.time > last) last = use.time;
    },
    merge(other) {
      for (const [model, sum] of other.models) sumOf(model).merge(sum);
    },
    row() {
      const sum = createUsageSum();
      for (const ofModel of models.values()) sum.merge(ofModel);
      return {
        key,
        ...sum.amounts(),
        agents: [...new Set([...parts].map(({ agent }) => agent))].sort(),
        models: [...models]
          .map(([model, used]) => ({ model: model || UNKNOWN, ...used.amounts() }))
          .sort(byCost),
        projects: [...new Set([...parts].flatMap(({ cwd }) => cwd ?? []))].sort(),
        first: isoTime(first),
        last: isoTime(last),
      };
    },
  };
}

function isoTime(seconds: number): string {
  return Number.isFinite(seconds) ? new Date(seconds * 1000).toISOString() : '';
}

function amountsOf(row: UsageRow): UsageAmounts {
  const { key: _key, agents: _agents, models: _models, projects: _projects, ...rest } = row;
  const { first: _first, last: _last, ...amounts } = rest;
  return amounts;
}

function byCost(left: UsageAmounts, right: UsageAmounts): number {
  return (right.cost.usd ?? 0) - (left.cost.usd ?? 0) || right.total_tokens - left.total_tokens;
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
