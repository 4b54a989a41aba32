import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where in the folder of a turn its journal keeps what. */
export interface JournalFiles {
  readonly directory: string;
  readonly events: string;
  /** Space kept for the `end`, given back when there is no other. */
  readonly reserve: string;
  /** Where the unfinished line at this offset is kept once it has been cut off. */
  torn(offset: number): string;
}

export function journalFiles(directory: string): JournalFiles {
  const folder = resolve(directory);
  return {
    directory: folder,
    events: join(folder, 'events.ndjson'),
    reserve: join(folder, 'reserve'),
    torn: (offset) => join(folder, `torn-${offset}`),
  };
}

/** The `end`, what was held back of texts before it, and a lock for whoever recovers the journal. */
const RESERVE_BYTES = 128 * 1024;

/** Keeps room on the disk for the end of a journal. Random, so that no file system packs it. */
export function makeReserve(path: string): void {
  try {
    writeFileSync(path, randomBytes(RESERVE_BYTES), { mode: 0o600 });
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
}

/** Gives the room back. Says whether there was any. */
export function freeReserve(path: string): boolean {
  const wasThere = existsSync(path);
  rmSync(path, { force: true });
  return wasThere;
}
