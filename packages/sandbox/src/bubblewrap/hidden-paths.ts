import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

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
      const status = lstatSync(path, { throwIfNoEntry: false });
      if (status === undefined) continue;
      const isFolder = status.isDirectory();
      const needed = isFolder ? OPEN_TO_OTHERS : READABLE_BY_OTHERS;
      if ((status.mode & needed) !== needed) (isFolder ? folders : files).push(path);
      else if (isFolder) look(path);
    }
  };
  look(folder);
  return { files: files.sort(), folders: folders.sort() };
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // It went away, or nobody may list it.
    return [];
  }
}
