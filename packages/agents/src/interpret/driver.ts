import {
  type DragomanEvent,
  isJsonObject,
  type JsonObject,
  type ParsedJson,
  parseJson,
} from '@dragoman/protocol';
import type { Disposition, Interpretation, Interpreter } from './interpreter.js';

const BRACE = 0x7b;
const JSON_START = /^\s*[[{"\d\-tfn]/;
const NO_JSON: ParsedJson = { ok: false, error: new SyntaxError('This is not JSON.') };

/**
 * Runs an interpreter over the records of one stream, file or part of a file: passes its events on and
 * counts what became of each record. Streams, loaded files, pages, summaries and totals all use it.
 */
export interface Driver {
  record(record: JsonObject): Disposition;
  /** A line that should be a record. */
  line(text: string, terminated: boolean): void;
  /** A line that is no record. */
  fault(fault: LineFault, text?: string): void;
  /** There are no more records: emits what the interpreter holds back. */
  end(): void;
  stats(): TranslationStats;
}

export interface DriverOptions {
  /** Emit what no rule covers, and lines that are no records, as `raw` events. Default: only count them. */
  readonly raw?: boolean;
}

/** The record of a line, or why it is none. `terminated`: a newline follows the line. */
export function parseRecord(text: string, terminated: boolean): JsonObject | LineFault {
  // An exception for each line would make a flood of noise the most expensive thing to read.
  const mayBeJson = text.charCodeAt(0) === BRACE || JSON_START.test(text);
  const parsed = mayBeJson ? parseJson(text) : NO_JSON;
  if (!parsed.ok) return terminated ? 'not JSON' : 'torn';
  return isJsonObject(parsed.value) ? parsed.value : 'not an object';
}

export function createDriver(
  interpreter: Interpreter,
  emit: (event: DragomanEvent) => void,
  { raw = false }: DriverOptions = {},
): Driver {
  const counter = createStatsCounter();

  const driver: Driver = {
    record(record) {
      const interpretation = interpreter.push(record);
      counter.record(interpretation);
      for (const event of interpretation.events) emit(event);
      if (raw) {
        for (const part of interpretation.parts ?? [{ ...interpretation, record }]) {
          if (part.disposition !== 'unknown') continue;
          emit({ type: 'raw', native: part.record, reason: `no rule for ${part.native}` });
        }
      }
      return interpretation.disposition;
    },
    line(text, terminated) {
      const parsed = parseRecord(text, terminated);
      if (typeof parsed === 'string') driver.fault(parsed, text);
      else driver.record(parsed);
    },
    fault(fault, text) {
      counter.fault(fault);
      if (!raw || text === undefined) return;
      emit({ type: 'raw', native: text, reason: fault === 'torn' ? 'not JSON' : fault });
    },
    end() {
      for (const event of interpreter.flush()) emit(event);
    },
    stats: counter.stats,
  };
  return driver;
}

/** So many names are counted one by one. No CLI has as many; a hostile one can make up ever new ones. */
const MOST_NAMES = 1000;

/** Under this name is counted what has a name beyond those. */
const OTHER_NAMES = '(other names)';

/** What became of everything that was read. The `dispositions` and the faults add up to `lines`. */
export interface TranslationStats {
  /** Lines that were not blank; of a document, the records in it. */
  readonly lines: number;
  readonly dispositions: Readonly<Record<Disposition, number>>;
  /**
   * How often each sort of record came, by its native name, and what became of the first of them. After
   * a thousand names all others are counted as one, `(other names)`; so are they in `unknown`.
   */
  readonly natives: ReadonlyMap<
    string,
    { readonly disposition: Disposition; readonly count: number }
  >;
  /** How often no rule could read a record, by its native name: a rule may read others of the sort. */
  readonly unknown: ReadonlyMap<string, number>;
  /** Lines that are not JSON, or JSON but no object. */
  readonly malformed: number;
  /** Lines longer than the bound, left out. */
  readonly tooLong: number;
  /** True when the last line was cut off: it had no newline and is no JSON. Counted as malformed, too. */
  readonly torn: boolean;
}

/** Why a line is no record. `torn`: it is the last one, has no newline and is no JSON. */
export type LineFault = 'too long' | 'not JSON' | 'not an object' | 'torn';

export interface StatsCounter {
  record(interpretation: Interpretation): void;
  /** A line that is no record. */
  fault(fault: LineFault): void;
  stats(): TranslationStats;
}

/** The name itself, as long as there is room for it. */
function countedName(counted: ReadonlyMap<string, unknown>, name: string): string {
  return counted.has(name) || counted.size < MOST_NAMES ? name : OTHER_NAMES;
}

export function createStatsCounter(): StatsCounter {
  const natives = new Map<string, { disposition: Disposition; count: number }>();
  const unknown = new Map<string, number>();
  const dispositions = { mapped: 0, metadata: 0, unknown: 0 };
  let malformed = 0;
  let tooLong = 0;
  let torn = false;

  const count = (native: string, disposition: Disposition): void => {
    dispositions[disposition] += 1;
    const name = countedName(natives, native);
    const known = natives.get(name);
    if (known === undefined) natives.set(name, { disposition, count: 1 });
    else known.count += 1;
    if (disposition !== 'unknown') return;
    unknown.set(name, (unknown.get(name) ?? 0) + 1);
  };

  return {
    record({ native, disposition, parts }) {
      if (parts === undefined) count(native, disposition);
      else for (const part of parts) count(part.native, part.disposition);
    },
    fault(fault) {
      if (fault === 'too long') tooLong += 1;
      else malformed += 1;
      if (fault === 'torn') torn = true;
    },
    stats: () => ({
      lines:
        dispositions.mapped + dispositions.metadata + dispositions.unknown + malformed + tooLong,
      dispositions: { ...dispositions },
      natives: new Map(Array.from(natives, ([native, entry]) => [native, { ...entry }])),
      unknown: new Map(unknown),
      malformed,
      tooLong,
      torn,
    }),
  };
}
