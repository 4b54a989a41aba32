import type { Prices } from '../prices/prices.js';
import { unpaidRates } from '../prices/unpaid-model.js';
import type { CollectedPart } from './collect-usage.js';
import { createLocalPeriods, type LocalPeriods } from './local-periods.js';
import { createModelCalls, type ModelCalls, sumOfCalls } from './model-calls.js';
import type { ModelUsageRow, UsageGrouping, UsageRow } from './summarise-usage.js';
import { addSums, amountsOf, type UsageAmounts, type UsageSum } from './usage-sum.js';

/** All groups, by what is added up by. */
export interface UsageGroups {
  /** The group that a call belongs to, by its part, the time in seconds since 1970, and its model. */
  of(part: CollectedPart, time: number, model: string): UsageGroup;
  /** A row for each, in no order. */
  rows(): UsageRow[];
  /** What the calls of each model used, in all groups. */
  models(): ReadonlyMap<string, UsageSum>;
}

/** Sums of what belongs together, by model. */
export interface UsageGroup {
  /** Where to add calls of a model. */
  callsOf(model: string): ModelCalls;
  /** Notes whose calls are added, and when the first and the last of them were made. */
  note(part: CollectedPart, first: number, last: number): void;
  row(): UsageRow;
  /** What the calls of each model used. */
  sums(): ReadonlyMap<string, UsageSum>;
}

const UNKNOWN = 'unknown';

export function createUsageGroups(by: UsageGrouping, prices: Prices): UsageGroups {
  const periods = createLocalPeriods();
  const groups = new Map<string, UsageGroup>();
  return {
    of(part, time, model) {
      const key = keyOf(by, { part, time, model }, periods);
      const group = groups.get(key) ?? createUsageGroup(key, prices);
      groups.set(key, group);
      return group;
    },
    rows: () => [...groups.values()].map(({ row }) => row()),
    models() {
      const sums = new Map<string, UsageSum>();
      for (const group of groups.values()) {
        for (const [model, sum] of group.sums()) {
          const before = sums.get(model);
          sums.set(model, before === undefined ? sum : addSums([before, sum]));
        }
      }
      return sums;
    },
  };
}

interface Call {
  readonly part: CollectedPart;
  readonly time: number;
  readonly model: string;
}

function keyOf(by: UsageGrouping, { part, time, model }: Call, periods: LocalPeriods): string {
  switch (by) {
    case 'daily':
      return periods.day(time);
    case 'weekly':
      return periods.week(time);
    case 'monthly':
      return periods.month(time);
    case 'session':
      return part.session;
    case 'model':
      return model || UNKNOWN;
    case 'agent':
      return part.agent;
    default:
      return by satisfies never;
  }
}

function createUsageGroup(key: string, prices: Prices): UsageGroup {
  const models = new Map<string, ModelCalls>();
  const parts = new Set<CollectedPart>();
  let first = Number.POSITIVE_INFINITY;
  let last = 0;
  const sums = () => new Map([...models].map(([model, calls]) => [model, sumOfCalls(calls)]));
  return {
    callsOf(model) {
      const calls =
        models.get(model) ?? createModelCalls(unpaidRates(model) ?? prices.ratesOf(model));
      models.set(model, calls);
      return calls;
    },
    note(part, from, to) {
      parts.add(part);
      first = Math.min(first, from);
      last = Math.max(last, to);
    },
    row() {
      const ofModels = sums();
      return {
        key,
        ...amountsOf(addSums([...ofModels.values()])),
        agents: [...new Set([...parts].map(({ agent }) => agent))].sort(),
        models: modelRows(ofModels),
        projects: [...new Set([...parts].flatMap(({ cwd }) => cwd ?? []))].sort(),
        first: isoTime(first),
        last: isoTime(last),
      };
    },
    sums,
  };
}

/** A row for each model, those that cost most first. */
export function modelRows(sums: ReadonlyMap<string, UsageSum>): ModelUsageRow[] {
  return [...sums]
    .map(([model, sum]) => ({ model: model || UNKNOWN, ...amountsOf(sum) }))
    .sort(byCost);
}

function isoTime(seconds: number): string {
  return Number.isFinite(seconds) ? new Date(seconds * 1000).toISOString() : '';
}

/** What cost most comes first. */
export function byCost(left: UsageAmounts, right: UsageAmounts): number {
  return (right.cost.usd ?? 0) - (left.cost.usd ?? 0) || right.total_tokens - left.total_tokens;
}
