import type { Carriage, Interpretation } from './interpreter.js';

/** What became of everything that was read. The counts of `carriages` and of the faults sum up to `lines`. */
export interface TranslationStats {
  /** Lines that were not blank; of a document, the records in it. */
  readonly lines: number;
  readonly carriages: Readonly<Record<Carriage, number>>;
  /** How often each sort of record came, by its native name, and what became of the first of them. */
  readonly natives: ReadonlyMap<string, { readonly carriage: Carriage; readonly count: number }>;
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

export interface StatsKeeper {
  record(interpretation: Interpretation): void;
  /** A line that is no record. */
  fault(fault: LineFault): void;
  stats(): TranslationStats;
}

export function createStatsKeeper(): StatsKeeper {
  const natives = new Map<string, { carriage: Carriage; count: number }>();
  const unknown = new Map<string, number>();
  const carriages = { mapped: 0, metadata: 0, unknown: 0 };
  let malformed = 0;
  let tooLong = 0;
  let torn = false;

  const count = (native: string, carriage: Carriage): void => {
    carriages[carriage] += 1;
    const known = natives.get(native);
    if (known === undefined) natives.set(native, { carriage, count: 1 });
    else known.count += 1;
    if (carriage === 'unknown') unknown.set(native, (unknown.get(native) ?? 0) + 1);
  };

  return {
    record({ native, carriage, parts }) {
      if (parts === undefined) count(native, carriage);
      else for (const part of parts) count(part.native, part.carriage);
    },
    fault(fault) {
      if (fault === 'tooLong') tooLong += 1;
      else malformed += 1;
      if (fault === 'torn') torn = true;
    },
    stats: () => ({
      lines: carriages.mapped + carriages.metadata + carriages.unknown + malformed + tooLong,
      carriages: { ...carriages },
      natives: new Map(Array.from(natives, ([native, entry]) => [native, { ...entry }])),
      unknown: new Map(unknown),
      malformed,
      tooLong,
      torn,
    }),
  };
}
