import { randomUUID } from 'node:crypto';
import { lstatSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { namesInSync, removeTree } from '@dragoman/sandbox';
import { withFileLock } from '../lock/file-lock.js';
import { usesFolder } from './seed-folders.js';
import { isInUse, withUsesLock } from './seed-uses.js';

const BLOCK_BYTES = 512;

/** What was removed, and how large the rest is. */
export interface PrunedSeeds {
  readonly removed: readonly string[];
  readonly bytes: number;
}

/**
 * Removes seeds until all take no more than so many bytes: those that were not used for longest first, and
 * none that somebody uses. Drafts of processes that died go, too.
 */
export async function pruneSeeds(root: string, maxBytes: number): Promise<PrunedSeeds> {
  const seeds = allSeeds(root).sort((one, other) => one.usedMs - other.usedMs);
  const counted = new Set<number>();
  // Packs that newer seeds have, too, count for the newest.
  const sized = seeds
    .reverse()
    .map((seed) => ({ ...seed, bytes: bytesIn(seed.directory, counted) }))
    .reverse();
  let bytes = sized.reduce((sum, seed) => sum + seed.bytes, 0);
  const removed: string[] = [];
  for (const seed of sized) {
    if (bytes <= maxBytes) break;
    if (!(await removeUnused(seed))) continue;
    bytes -= seed.bytes;
    removed.push(seed.directory);
  }
  return { removed, bytes };
}

interface SeedEntry {
  readonly directory: string;
  readonly lock: string;
  readonly usedMs: number;
}

function allSeeds(root: string): SeedEntry[] {
  return namesInSync(root)
    .filter((name) => /^[0-9a-f]{16}$/.test(name))
    .flatMap((repository) =>
      namesInSync(join(root, repository))
        .filter((name) => /^[0-9a-f]{24}(\.draft-.*)?$/.test(name))
        .map((name) => join(root, repository, name))
        .map((directory) => ({
          directory,
          lock: `${join(root, repository)}.lock`,
          usedMs: statSync(directory, { throwIfNoEntry: false })?.mtimeMs ?? 0,
        })),
    );
}

/** Under the lock, so that no one takes its packs over meanwhile. */
async function removeUnused({ directory, lock }: SeedEntry): Promise<boolean> {
  const options = { path: lock, code: 'seed_locked', what: 'A seed', patienceMs: 0 };
  const isDraft = directory.includes('.draft-');
  try {
    return await withFileLock(options, async () => {
      const aside = `${directory}.draft-${randomUUID()}`;
      const isFree = await withUsesLock(directory, async () => {
        if (!isDraft && isInUse(directory)) return false;
        renameSync(directory, aside);
        await removeTree(usesFolder(directory));
        return true;
      });
      if (isFree) await removeTree(aside);
      return isFree;
    });
  } catch (error) {
    if (!(error instanceof DragomanError) || error.code !== 'seed_locked') throw error;
    // Somebody makes a seed there: the next look removes it.
    return false;
  }
}

/** What a folder takes on the disk. A file with several names counts once. */
function bytesIn(folder: string, counted: Set<number>): number {
  let bytes = 0;
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const { ino, blocks } = lstatSync(path);
      if (!counted.has(ino)) bytes += blocks * BLOCK_BYTES;
      counted.add(ino);
      if (entry.isDirectory()) bytes += bytesIn(path, counted);
    }
  } catch {
    // It was removed meanwhile.
  }
  return bytes;
}
