import { readlinkSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { statusOf } from '../files/status-of.js';
import type { WantedWall } from './wall.js';

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
