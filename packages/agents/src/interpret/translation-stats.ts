import type { Carriage } from './interpreter.js';

/** What became of everything that was read. The counts of `carriages` and of the faults sum up to `lines`. */
export interface TranslationStats {
  /** Lines that were not blank. */
  readonly lines: number;
  readonly carriages: Readonly<Record<Carriage, number>>;
  /** How often each sort of record came, by its native name. */
  readonly natives: ReadonlyMap<string, { readonly carriage: Carriage; readonly count: number }>;
  /** Lines that are not JSON, or JSON but no object. */
  readonly malformed: number;
  /** Lines longer than the bound, left out. */
  readonly tooLong: number;
  /** True when the last line was cut off: it had no newline and is no JSON. Counted as malformed, too. */
  readonly torn: boolean;
}

export interface StatsKeeper {
  record(native: string, carriage: Carriage): void;
  malformed(): void;
  tooLong(): void;
  torn(): void;
  stats(): TranslationStats;
}

export function createStatsKeeper(): StatsKeeper {
  const natives = new Map<string, { carriage: Carriage; count: number }>();
  const carriages = { mapped: 0, metadata: 0, unknown: 0 };
  let malformed = 0;
  let tooLong = 0;
  let torn = false;

  return {
    record(native, carriage) {
      carriages[carriage] += 1;
      const known = natives.get(native);
      if (known === undefined) natives.set(native, { carriage, count: 1 });
      else known.count += 1;
    },
    malformed() {
      malformed += 1;
    },
    tooLong() {
      tooLong += 1;
    },
    torn() {
      torn = true;
    },
    stats: () => ({
      lines: carriages.mapped + carriages.metadata + carriages.unknown + malformed + tooLong,
      carriages: { ...carriages },
      natives: new Map(Array.from(natives, ([native, entry]) => [native, { ...entry }])),
      malformed,
      tooLong,
      torn,
    }),
  };
}
