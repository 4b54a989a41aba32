import { readlinkSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { liesIn } from '../files/real-path.js';
import { statusOf } from '../files/status-of.js';
import type { WantedWall } from './wall.js';

/**
 * Where something in a folder really is, from that folder, which is given by its real path. Nothing,
 * where it isn't there or a link leads out of the folder.
 */
export function realPathWithin(folder: string, path: string): string | undefined {
  // Most paths that are asked for aren't there, and this says so without the cost of an error.
  if (statusOf(join(folder, path)) === undefined) return undefined;
  try {
    const real = realpathSync.native(join(folder, path));
    return real !== folder && liesIn(folder, real) ? relative(folder, real) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * What a walled link leads to in the workspace, also where that isn't there: whoever makes it has written
 * what the link stands for. Paths are from the workspace.
 */
export function linkTarget(workspace: string, { path, missing }: WantedWall): WantedWall[] {
  const link = join(workspace, path);
  if (!statusOf(link)?.isSymbolicLink()) return [];
  const target = relative(workspace, resolve(dirname(link), readlinkSync(link)));
  if (target === '' || target === '..' || target.startsWith('../')) return [];
  return [{ path: target, missing: missing ?? 'socket' }];
}
