import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ObjectFormat, Seed } from '../contract.js';
import { commitsIn } from './seed-folders.js';

/** Whether a seed is there, with all that it has to have. */
export function isWhole(directory: string): boolean {
  return ['packed-refs', 'objects/pack'].every((path) => existsSync(join(directory, path)));
}

/** A seed that is there. */
export function readSeed(directory: string, objectFormat: ObjectFormat): Seed {
  const shallow = join(directory, 'shallow');
  return {
    directory,
    commits: commitsIn(readFileSync(join(directory, 'packed-refs'), 'utf8')),
    objectFormat,
    ...(existsSync(shallow) && { shallow: readFileSync(shallow, 'utf8') }),
  };
}
