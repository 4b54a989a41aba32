import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTextIn } from '../files/in-folder.js';
import type { Placeholder } from './placeholders.js';
import { realPathWithin } from './real-path-within.js';
import type { Wall } from './wall.js';

const EXCLUDE = '.git/info/exclude';

/**
 * Placeholders that are plain files are none of the project's: to commands git's own list of what it
 * passes by names them, too. The list as they see it is written into the folder of the record.
 */
export function hiddenFromGit(
  held: readonly Placeholder[],
  workspace: string,
  directory: string,
): readonly Wall[] {
  const names = held
    .filter(({ root, path, kind }) => root === workspace && kind === 'file' && !isGits(path))
    .map(({ path }) => `/${path}\n`);
  const list = realPathWithin(workspace, EXCLUDE);
  if (names.length === 0 || list === undefined) return [];
  const known = readTextIn({ root: workspace, path: list });
  if (known === undefined) return [];
  const source = join(directory, 'exclude');
  writeFileSync(source, `${known.trimEnd()}\n${names.join('')}`, { mode: 0o644 });
  return [{ path: join(workspace, list), source }];
}

function isGits(path: string): boolean {
  return path.split('/').includes('.git');
}
