import type { SessionTotal } from './usage-format.js';

/** What is recorded of one session in one file or database. */
export interface UsagePart {
  readonly session: string;
  readonly cwd: string | undefined;
  /** The names of models, by the numbers that rows have for them. */
  readonly models: readonly string[];
  /** Its rows: see `usage-rows`. */
  readonly words: Uint32Array;
  /** The counts of its agent, each behind so many rows. */
  readonly counts: readonly CountAfter[];
}

export interface CountAfter {
  readonly after: number;
  readonly count: SessionTotal;
}

/** What was read of a unit, and what is needed to see whether it has changed. */
export interface ReadUnit {
  readonly path: string;
  /** By it a change shows: size, times and inode of all files. */
  readonly stamp: string;
  /** Whether it was written to so shortly before that another change may have the same time. */
  readonly isFresh: boolean;
  readonly parts: readonly UsagePart[];
  /** Why some of it can't be read. Absent: all of it can. */
  readonly problems?: readonly string[] | undefined;
  /** Of a file of lines: how far it was read, and what the reader knew then. */
  readonly progress?: ReadProgress | undefined;
}

export interface ReadProgress {
  readonly readTo: number;
  readonly inode: number;
  /** A hash of its beginning and of the bytes before `readTo`. */
  readonly ends: string;
  readonly state: unknown;
}
