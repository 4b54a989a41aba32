import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { CheckedOptions } from '../check-options.js';
import { readTextIn } from '../files/in-folder.js';
import type { Placeholder } from './placeholders.js';
import { realPathWithin } from './real-path-within.js';
import type { Wall } from './wall.js';

/**
 * Placeholders that are plain files are none of the project's: to commands git's own list of what it
 * passes by names them, too. The list as they see it is written into the folder of the record.
 */
export function hiddenFromGit(
  held: readonly Placeholder[],
  { workspace, repository }: Pick<CheckedOptions, 'workspace' | 'repository'>,
  directory: string,
): readonly Wall[] {
  const { root = workspace, stores: [store] = [] } = repository ?? {};
  const folder = store ?? realGit(workspace);
  const names = held
    .filter((one) => one.root === workspace && one.kind === 'file' && !isGits(one.path))
    .map(({ path }) => `/${relative(root, join(workspace, path))}\n`);
  if (names.length === 0 || folder === undefined) return [];
  const list = realPathWithin(folder, 'info/exclude');
  const known = list === undefined ? undefined : readTextIn({ root: folder, path: list });
  if (list === undefined || known === undefined) return [];
  const source = join(directory, 'exclude');
  writeFileSync(source, `${known.trimEnd()}\n${names.join('')}`, { mode: 0o644 });
  return [{ path: join(folder, list), source }];
}

function realGit(workspace: string): string | undefined {
  const path = realPathWithin(workspace, '.git');
  return path === undefined ? undefined : join(workspace, path);
}

function isGits(path: string): boolean {
  return path.split('/').includes('.git');
}
