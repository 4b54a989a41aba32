import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { inFolder, type PathInFolder } from './in-folder.js';

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/** Much more than a list or a configuration has. */
const MOST_BYTES = 1024 * 1024;

/**
 * The text of a file in a folder in which nothing is trusted. Nothing, where it can't be read, is too
 * long, or is something that would keep its reader waiting, such as a pipe.
 */
export function readTextIn(place: PathInFolder): string | undefined {
  try {
    return inFolder(place, (folder, name) => {
      const file = openSync(`${folder}/${name}`, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
      try {
        const status = fstatSync(file);
        if (!status.isFile() || status.size > MOST_BYTES) return undefined;
        return readFileSync(file, 'utf8');
      } finally {
        closeSync(file);
      }
    });
  } catch {
    // It went away, or nobody may read it.
    return undefined;
  }
}
