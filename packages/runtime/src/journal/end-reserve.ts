import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';

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
