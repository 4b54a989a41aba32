import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of a small workspace with their content. */
export type WorkspaceFiles = ReadonlyMap<string, string>;

export async function readWorkspace(folder: string): Promise<WorkspaceFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, string>();
  for (const entry of entries.filter((candidate) => candidate.isFile())) {
    const path = join(entry.parentPath, entry.name);
    files.set(path.slice(folder.length + 1), await readFile(path, 'utf8'));
  }
  return files;
}

/** What became different, as words for a person: `a.txt (changed)`. */
export function describeChanges(before: WorkspaceFiles, after: WorkspaceFiles): string[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names.flatMap((name) => {
    const word = describeChange(before.get(name), after.get(name));
    return word === undefined ? [] : [`${name} (${word})`];
  });
}

function describeChange(before: string | undefined, after: string | undefined) {
  if (before === after) return undefined;
  if (before === undefined) return 'new';
  return after === undefined ? 'deleted' : 'changed';
}
