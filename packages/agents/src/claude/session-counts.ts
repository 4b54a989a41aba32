import type { CollectedPart } from '../usage/collect-usage.js';
import {
  type CountedUse,
  type CountSession,
  type MarkedSession,
  NOTHING_COUNTED,
  type RowKey,
  useOf,
} from '../usage/counted-session.js';
import type { ModelTotal, SessionTotal } from '../usage/usage-format.js';
import { NOT_SAID, ROW_WORDS } from '../usage/usage-rows.js';

// Processes of Claude Code leave a count of all that the session has used so far (from 2.1.277 on). It has
// what no message records: summaries, replies that broke off, what the CLI asks on the side; and
// the cost, which no message says.

/** A row of a session, and its position there. */
interface SessionRow {
  readonly use: CountedUse;
  readonly partIndex: number;
  readonly row: number;
}

const NOTHING: ModelTotal = { input: 0, cached: 0, written: 0, output: 0, reasoning: 0, cost: 0 };
const NO_TOTAL: SessionTotal = { models: {}, cost: 0 };

/** Shares out what the counts of a session have more than its rows. */
export const countClaudeSession: CountSession = (session, parent) => {
  const { parts, origin } = session;
  const mainIndex = parts.findIndex(({ counts }) => counts.length > 0);
  const main = parts[mainIndex];
  if (main === undefined) return NOTHING_COUNTED;
  const costs = parts.map(({ words }) => new Float64Array(words.length / ROW_WORDS).fill(NOT_SAID));
  const beside: CountedUse[] = [];
  let previous = (origin && parent?.countBehind(origin.key)) ?? NO_TOTAL;
  const segments = segmentsOf(session, main, mainIndex);
  for (const [index, { count }] of main.counts.entries()) {
    const rows = segments[index] ?? [];
    const grown = growth(count, previous);
    previous = count;
    const covered = coveredBy(grown, rows);
    const uses = covered.map(({ use }) => use);
    const extra = excess(grown, uses, rows.at(-1)?.use ?? lastUse(main));
    const shares = shareCost(grown, [...uses, ...extra]);
    for (const [at, { partIndex, row, use }] of covered.entries()) {
      const list = costs[partIndex];
      if (list !== undefined) list[row] = shares?.[at] ?? use.cost;
    }
    for (const [at, use] of extra.entries()) {
      beside.push({ ...use, cost: shares?.[covered.length + at] ?? use.cost });
    }
  }
  return { costs, beside, countBehind: (key) => countBehind(main, key) };
};

/** The rows that each count is the first to have, but for copies. Those of sub-agents go by the time. */
function segmentsOf(
  { parts, isCopy }: MarkedSession,
  main: CollectedPart,
  mainIndex: number,
): SessionRow[][] {
  const segments = main.counts.map((): SessionRow[] => []);
  const untilRow = main.counts.map(({ after }) => after);
  const untilTime = risingTimes(main);
  for (const [partIndex, part] of parts.entries()) {
    const rows = part.words.length / ROW_WORDS;
    for (let row = 0; row < rows; row += 1) {
      if (isCopy[partIndex]?.[row] === 1) continue;
      const use = useOf(part, row);
      const segment =
        partIndex === mainIndex
          ? firstAtLeast(untilRow, row + 1)
          : firstAtLeast(untilTime, use.time);
      segments[segment]?.push({ use, partIndex, row });
    }
  }
  for (const segment of segments) segment.sort((left, right) => left.use.time - right.use.time);
  return segments;
}

/** Until when each count goes: the time of the row behind it. Where times go back, the latest before counts. */
function risingTimes({ counts, words }: CollectedPart): number[] {
  let latest = 0;
  return counts.map(({ after }) => {
    latest = Math.max(latest, words[after * ROW_WORDS + 2] ?? Number.POSITIVE_INFINITY);
    return latest;
  });
}

/** The position of the first of some rising limits that is not below a value. */
function firstAtLeast(limits: readonly number[], value: number): number {
  let low = 0;
  let high = limits.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((limits[middle] ?? 0) >= value) high = middle;
    else low = middle + 1;
  }
  return low;
}

const FIGURES = ['input', 'cached', 'written', 'output', 'reasoning'] as const;
type Figures = Readonly<Record<(typeof FIGURES)[number], number>>;

function sumOf(uses: readonly Figures[]): Figures {
  const sum = { input: 0, cached: 0, written: 0, output: 0, reasoning: 0 };
  for (const use of uses) add(sum, use);
  return sum;
}

function add(sum: { -readonly [Name in keyof Figures]: number }, use: Figures): void {
  sum.input += use.input;
  sum.cached += use.cached;
  sum.written += use.written;
  sum.output += use.output;
  sum.reasoning += use.reasoning;
}

function isAtLeast(one: Figures, other: Figures): boolean {
  return one.input >= other.input && one.output >= other.output && one.cached >= other.cached;
}

/** What a count has more than the one before. A count that has less began anew. */
function growth(count: SessionTotal, previous: SessionTotal): SessionTotal {
  const [now, then] = [count, previous].map(({ models }) => sumOf(Object.values(models)));
  if (now === undefined || then === undefined || !isAtLeast(now, then)) return count;
  const models = Object.entries(count.models).map(([name, total]) => {
    const before = previous.models[name] ?? NOTHING;
    const cost = Math.max(0, total.cost - before.cost);
    return [name, { ...minus(total, before), cost }] as const;
  });
  const cost =
    count.cost === undefined || previous.cost === undefined
      ? undefined
      : Math.max(0, count.cost - previous.cost);
  return { models: Object.fromEntries(models), cost };
}

/** The last rows that a count has room for: those of a process that was killed before are in no count. */
function coveredBy({ models }: SessionTotal, rows: readonly SessionRow[]): SessionRow[] {
  const room = sumOf(Object.values(models));
  const sum = sumOf([]);
  let from = rows.length;
  for (const { use } of rows.toReversed()) {
    add(sum, use);
    if (!isAtLeast(room, sum)) break;
    from -= 1;
  }
  return rows.slice(from);
}

/** What a count has that its rows don't: by model, if the count calls models as the rows do. */
function excess(
  { models }: SessionTotal,
  covered: readonly CountedUse[],
  last: CountedUse,
): CountedUse[] {
  const byName = Object.entries(models).map(([model, total]) => ({
    model,
    ...minus(total, sumOf(covered.filter((use) => use.model === model))),
  }));
  const isNamedAlike = covered.every(({ model }) => models[model] !== undefined);
  const all = minus(sumOf(Object.values(models)), sumOf(covered));
  const extra = isNamedAlike && byName.every(isPositive) ? byName : [{ model: last.model, ...all }];
  return extra
    .filter(({ input, output }) => input + output > 0)
    .map((figures) => ({ ...last, ...figures, cost: NOT_SAID }));
}

function minus(left: Figures, right: Figures): Figures {
  return {
    input: left.input - right.input,
    cached: left.cached - right.cached,
    written: left.written - right.written,
    output: left.output - right.output,
    reasoning: left.reasoning - right.reasoning,
  };
}

function isPositive(figures: Figures): boolean {
  return FIGURES.every((name) => figures[name] >= 0);
}

/**
 * Shares out what a count says that was spent, by the weights that Anthropic's prices have for every
 * model: an answer costs five times as much as a prompt, what is cached a tenth. Gives the share of each,
 * or undefined if the count doesn't say.
 */
function shareCost(
  { models, cost }: SessionTotal,
  uses: readonly CountedUse[],
): readonly number[] | undefined {
  if (cost === undefined || cost === 0) return undefined;
  const isNamedAlike = uses.every(({ model }) => models[model] !== undefined);
  const potOf = (model: string): string => (isNamedAlike ? model : '');
  const pots = new Map<string, number>();
  for (const use of uses) {
    pots.set(potOf(use.model), (pots.get(potOf(use.model)) ?? 0) + weightOf(use));
  }
  return uses.map((use) => {
    const pot = isNamedAlike ? (models[use.model]?.cost ?? 0) : cost;
    const weight = pots.get(potOf(use.model)) ?? 0;
    return weight === 0 ? 0 : (pot * weightOf(use)) / weight;
  });
}

function weightOf({ input, cached, written, output }: Figures): number {
  return input - cached - written + cached / 10 + written * 1.25 + output * 5;
}

function countBehind(
  { words, counts }: CollectedPart,
  { high, low }: RowKey,
): SessionTotal | undefined {
  const rows = words.length / ROW_WORDS;
  for (let row = 0; row < rows; row += 1) {
    if (words[row * ROW_WORDS] !== high || words[row * ROW_WORDS + 1] !== low) continue;
    return counts.find(({ after }) => row < after)?.count;
  }
  return undefined;
}

function lastUse(part: CollectedPart): CountedUse {
  const rows = part.words.length / ROW_WORDS;
  return rows > 0 ? useOf(part, rows - 1) : { ...useOf(part, 0), time: part.born / 1000 };
}
