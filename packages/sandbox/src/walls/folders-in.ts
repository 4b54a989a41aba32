import { type Dirent, readdirSync } from 'node:fs';

/** What lies in a folder, without a look at what it is. Nothing, where nobody may list it. */
export function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** The names of the folders in a folder, without links. */
export function foldersIn(folder: string): readonly string[] {
  return entriesIn(folder).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}
