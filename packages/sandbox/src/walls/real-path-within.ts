import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { liesIn } from '../files/lies-in.js';
import { statusOf } from '../files/status-of.js';

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
