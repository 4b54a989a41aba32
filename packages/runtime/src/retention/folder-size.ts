import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

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
  const first = entriesOf(root);
  if (first === undefined) return { exists: false, bytes: 0, isWhole: true };
  const folders = [root];
  let bytes = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(folder) ?? []) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else bytes += lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
    }
    if (performance.now() > deadline) return { exists: true, bytes, isWhole: false };
  }
  return { exists: true, bytes, isWhole: true };
}

/** Undefined where there is no such folder, or none that this user may read. */
function entriesOf(folder: string): Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return undefined;
  }
}
