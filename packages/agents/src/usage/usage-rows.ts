import type { UsageFigures } from '@dragoman/protocol';

// What calls of models used, as rows of 32-bit numbers: a user has a million of them, which are kept in
// a file between runs.

/** What one call of a model used. */
export interface ModelCall {
  /** The same wherever the call is recorded: in a fork, in a copy of the file. */
  readonly key: string;
  /** In milliseconds since 1970. */
  readonly time: number;
  readonly model: string | undefined;
  /** With the cost, where the agent says it. */
  readonly figures: UsageFigures;
}

/** How many numbers a row has. */
export const ROW_WORDS = 11;
const MOST = 0xffffffff;
const NANO = 1e9;
const HIGH = 2 ** 32;
/** Stands for a cost that nobody has said. */
const NO_COST = MOST;
/** Stands for the same where a cost is in dollars. */
export const NOT_SAID = -1;
/** Lines that repeat a call follow soon, even where sub-agents speak in between. */
const LOOK_BACK = 16;
const FIRST_ROWS = 16;

/** Rows that grow. */
export interface UsageRows {
  readonly count: number;
  /** Adds a call. One that was among the last is replaced if more was used now: counts grow. */
  add(call: ModelCall): void;
  /** The names of models, by the numbers that rows have for them. */
  readonly models: readonly string[];
  /** All rows, one after the other. */
  words(): Uint32Array;
}

/** @param earlier rows to go on from, and their models. */
export function createUsageRows(
  earlier: Uint32Array = new Uint32Array(0),
  names: readonly string[] = [],
): UsageRows {
  let words = new Uint32Array(Math.max(earlier.length * 2, FIRST_ROWS * ROW_WORDS));
  words.set(earlier);
  let count = earlier.length / ROW_WORDS;
  const models = [...names];

  const modelNumber = (name = ''): number => {
    const known = models.indexOf(name);
    return known === -1 ? models.push(name) - 1 : known;
  };

  const rowWith = (high: number, low: number): number => {
    for (let row = count - 1; row >= 0 && row >= count - LOOK_BACK; row -= 1) {
      const at = row * ROW_WORDS;
      if (words[at] === high && words[at + 1] === low) return row;
    }
    return -1;
  };

  return {
    get count() {
      return count;
    },
    add({ key, time, model, figures }) {
      const [high, low] = hashKey(key);
      const known = rowWith(high, low);
      const row = known === -1 ? count : known;
      const at = row * ROW_WORDS;
      if (known === -1) {
        count += 1;
        if (at + ROW_WORDS > words.length) {
          const more = new Uint32Array(words.length * 2);
          more.set(words);
          words = more;
        }
      } else if ((words[at + 4] ?? 0) + (words[at + 7] ?? 0) >= figures.total_tokens) return;
      words[at] = high;
      words[at + 1] = low;
      if (known === -1) words[at + 2] = bounded(time / 1000);
      words[at + 3] = modelNumber(model);
      words[at + 4] = bounded(figures.input_tokens);
      words[at + 5] = bounded(figures.cached_input_tokens ?? 0);
      words[at + 6] = bounded(figures.cache_write_input_tokens ?? 0);
      words[at + 7] = bounded(figures.output_tokens);
      words[at + 8] = bounded(figures.reasoning_tokens ?? 0);
      const cost = figures.cost_usd === undefined ? undefined : Math.round(figures.cost_usd * NANO);
      words[at + 9] = cost === undefined ? NO_COST : bounded(cost / HIGH);
      words[at + 10] = cost === undefined ? NO_COST : cost % HIGH;
    },
    models,
    words: () => words.subarray(0, count * ROW_WORDS),
  };
}

function bounded(amount: number): number {
  return Number.isFinite(amount) ? Math.min(Math.max(0, Math.floor(amount)), MOST) : 0;
}

/** What the agent said that a row cost, in dollars: less than 0 if it didn't. */
export function costOfRow(words: Uint32Array, at: number): number {
  const high = words[at + 9] ?? NO_COST;
  const low = words[at + 10] ?? NO_COST;
  return high === NO_COST && low === NO_COST ? NOT_SAID : (high * HIGH + low) / NANO;
}

/** 64 bits of a text: among a million, two are the same once in ten million years of daily runs. */
export function hashKey(key: string): readonly [high: number, low: number] {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < key.length; at += 1) {
    const code = key.charCodeAt(at);
    high = Math.imul(high ^ code, 0x9e3779b1);
    low = Math.imul(low ^ code, 0x5f356495);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return [high >>> 0, low >>> 0];
}

/** Says that rows cost nothing, whatever the agent said. */
export function clearCosts(words: Uint32Array): void {
  for (let at = 0; at < words.length; at += ROW_WORDS) words.fill(0, at + 9, at + ROW_WORDS);
}
