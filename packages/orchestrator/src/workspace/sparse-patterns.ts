import { posix } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import type { SparsePatterns } from '../contract.js';

/**
 * The patterns of git's cone mode for some folders: all in them, and the files of the folders above.
 * Rejects a path that leads out of the repository with `sparse_invalid`.
 */
export function sparsePatterns(folders: readonly string[]): SparsePatterns {
  const wanted = [...new Set(folders.map(checked))].sort();
  const outermost = wanted.filter(
    (folder) => !wanted.some((other) => folder.startsWith(`${other}/`)),
  );
  const above = new Set(outermost.flatMap(foldersAbove));
  const lines = ['/*', '!/*/'];
  for (const folder of [...above].sort()) {
    lines.push(`/${escaped(folder)}/`, `!/${escaped(folder)}/*/`);
  }
  for (const folder of outermost) lines.push(`/${escaped(folder)}/`);
  return { cone: true, patterns: `${lines.join('\n')}\n` };
}

function checked(path: string): string {
  const plain = posix.normalize(path).replace(/^\.\//, '').replace(/\/+$/, '');
  const leadsOut = path.startsWith('/') || plain === '..' || plain.startsWith('../');
  if (plain !== '' && plain !== '.' && !leadsOut && !/[\n\0]/.test(plain)) return plain;
  throw new DragomanError(
    'sparse_invalid',
    `${JSON.stringify(path)} can't be checked out by itself: name a folder of the repository by its path from the root.`,
  );
}

function foldersAbove(folder: string): string[] {
  const above = posix.dirname(folder);
  return above === '.' ? [] : [...foldersAbove(above), above];
}

/** What has a meaning in patterns, taken for itself. */
function escaped(folder: string): string {
  return folder.replaceAll(/[\\*?[\]]/g, '\\$&');
}
