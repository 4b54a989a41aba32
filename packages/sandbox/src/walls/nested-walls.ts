import { join } from 'node:path';
import { entriesIn } from '../files/names-in.js';
import { gitWalls } from './git-walls.js';
import { runLaterPaths } from './run-later-paths.js';
import type { WantedWall } from './wall.js';

const DEEPEST = 3;
const MOST_FOLDERS = 300;

/** A mount takes its time. What comes after that is reported when it has changed. */
const MOST_WALLS = 40;

/** Whole trees of other people's files. */
const PASSED_BY: ReadonlySet<string> = new Set(['node_modules', '.git', 'vendor', 'target']);

const NAMES: ReadonlySet<string> = new Set(
  runLaterPaths.filter(({ nested }) => nested).map(({ path }) => path),
);

/**
 * What is run later in folders within the workspace, such as packages and submodules, where it is there
 * already: after a look that isn't deep and doesn't take long. `hidden` are folders to be passed by.
 */
export function nestedWalls(workspace: string, hidden: readonly string[]): readonly WantedWall[] {
  const walls: WantedWall[] = [];
  let level = [''];
  let looked = 0;
  for (let depth = 0; depth <= DEEPEST && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const folder of level) {
      looked += 1;
      if (looked > MOST_FOLDERS || walls.length > MOST_WALLS) return walls;
      if (hidden.includes(join(workspace, folder))) continue;
      for (const entry of entriesIn(join(workspace, folder))) {
        const path = join(folder, entry.name);
        if (folder !== '' && NAMES.has(entry.name)) walls.push({ path });
        else if (folder !== '' && entry.name === '.git') walls.push(...gitWalls(workspace, folder));
        else if (entry.isDirectory() && !PASSED_BY.has(entry.name)) next.push(path);
      }
    }
    level = next;
  }
  return walls;
}
