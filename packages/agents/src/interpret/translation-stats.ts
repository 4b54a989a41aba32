import type { Disposition, Interpretation } from './interpreter.js';

/** What became of everything that was read. The counts of `carriages` and of the faults sum up to `lines`. */
export interface TranslationStats {
  /** Lines that were not blank; of a document, the records in it. */
  readonly lines: number;
  readonly dispositions: Readonly<Record<Disposition, number>>;
  /** How often each sort of record came, by its native name, and what became of the first of them. */
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

/** What a line is that is no record: too long, no JSON object, or cut off at the end of all. */
export type LineFault = 'tooLong' | 'malformed' | 'torn';

export interface StatsCounter {
  record(interpretation: Interpretation): void;
  /** A line that is no record. */
  fault(fault: LineFault): void;
  stats(): TranslationStats;
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
    const known = natives.get(native);
    if (known === undefined) natives.set(native, { disposition, count: 1 });
    else known.count += 1;
    if (disposition === 'unknown') unknown.set(native, (unknown.get(native) ?? 0) + 1);
  };

  return {
    record({ native, disposition, parts }) {
      if (parts === undefined) count(native, disposition);
      else for (const part of parts) count(part.native, part.disposition);
    },
    fault(fault) {
      if (fault === 'tooLong') tooLong += 1;
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
