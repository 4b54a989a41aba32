import { type Dirent, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { statusOf } from '../files/status-of.js';

/** What of a folder must not be seen. */
export interface HiddenPaths {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

const READABLE_BY_OTHERS = 0o004;
const OPEN_TO_OTHERS = 0o005;

/**
 * What below a folder is not for everybody's eyes: keys, passwords of the system, settings of
 * services. The user who runs a sandbox may be allowed to read them, root always is.
 *
 * All at once, because some thousand looks take milliseconds so, and many times as long in turns.
 */
export function hiddenPaths(folder: string): HiddenPaths {
  const files: string[] = [];
  const folders: string[] = [];
  const look = (at: string): void => {
    for (const entry of entriesOf(at)) {
      // A link shows nothing that isn't visible by itself.
      if (entry.isSymbolicLink()) continue;
      const path = join(at, entry.name);
      const status = statusOf(path);
      if (status === undefined) continue;
      if (isHidden(status)) (status.isDirectory() ? folders : files).push(path);
      else if (status.isDirectory()) look(path);
    }
  };
  look(folder);
  return { files: files.sort(), folders: folders.sort() };
}

/** Whether this isn't for everybody's eyes. */
export function isHidden(status: Stats): boolean {
  const needed = status.isDirectory() ? OPEN_TO_OTHERS : READABLE_BY_OTHERS;
  return (status.mode & needed) !== needed;
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // It went away, or nobody may list it.
    return [];
  }
}
