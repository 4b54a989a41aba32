import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Deeper than any agent nests its folders. */
const DEEPEST = 8;

/** The ordinary files in a folder and the folders in it. Links are left out; what isn't there has none. */
export function plainFilesBelow(folder: string, depth: number = DEEPEST): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isFile()) return [path];
      return entry.isDirectory() && depth > 0 ? plainFilesBelow(path, depth - 1) : [];
    });
  } catch {
    return [];
  }
}
