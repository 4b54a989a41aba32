import { isSupported, type Support } from './version-support.js';

/** Which versions of a CLI take orders from a file of the project whatever they are told, by path. */
export type ProjectFileTable = Readonly<Record<string, Support>>;

/** The paths of a table that a version can't be kept from. */
export function createProjectFiles(
  table: ProjectFileTable,
): (version: string) => readonly string[] {
  return (version) => Object.keys(table).filter((path) => isSupported(table[path] ?? {}, version));
}
