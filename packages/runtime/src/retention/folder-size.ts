import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createTimeSlices } from '../changes/time-slices.js';

/** How much lies in a folder. */
export interface FolderSize {
  readonly exists: boolean;
  readonly bytes: number;
  /** Whether all of it was counted: a large folder takes longer than anybody wants to wait. */
  readonly isWhole: boolean;
}

const LONGEST_MS = 1500;

/**
 * Adds up the files below a folder, as far as that gets in a moment. Synchronously, because that is
 * ten times as fast, and nothing else is to be done meanwhile.
 */
export function folderSize(root: string, patienceMs = LONGEST_MS): FolderSize {
  const deadline = performance.now() + patienceMs;
  if (entriesOf(root) === undefined) return { exists: false, bytes: 0, isWhole: true };
  let size = 0;
  for (const bytes of sizesBelow(root)) {
    size += bytes;
    if (performance.now() > deadline) return { exists: true, bytes: size, isWhole: false };
  }
  return { exists: true, bytes: size, isWhole: true };
}

/** The same where others have to have the event loop, too. */
export async function folderSizeInSlices(
  root: string,
  patienceMs = LONGEST_MS,
): Promise<Pick<FolderSize, 'bytes' | 'isWhole'>> {
  const deadline = performance.now() + patienceMs;
  const pause = createTimeSlices();
  let size = 0;
  for (const bytes of sizesBelow(root)) {
    size += bytes;
    if (performance.now() > deadline) return { bytes: size, isWhole: false };
    await pause();
  }
  return { bytes: size, isWhole: true };
}

/** The sizes of the files in each folder. */
function* sizesBelow(root: string): Generator<number> {
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    let bytes = 0;
    for (const entry of entriesOf(folder) ?? []) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else bytes += lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
    }
    yield bytes;
  }
}

/** Undefined where there is no such folder, or none that this user may read. */
function entriesOf(folder: string): Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return undefined;
  }
}
