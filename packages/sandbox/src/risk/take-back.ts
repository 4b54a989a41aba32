import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  type Stats,
  unlinkSync,
} from 'node:fs';
import { inFolder, type PathInFolder } from '../files/in-folder.js';

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/** Takes the rights of its owner from a program. `false` where it is another file by now, or can't be. */
export function clearSetuid(path: PathInFolder, seen: Stats): boolean {
  try {
    return inFolder(path, (folder, name) => {
      const file = openSync(`${folder}/${name}`, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
      try {
        const status = fstatSync(file);
        if (status.ino !== seen.ino || status.dev !== seen.dev || !status.isFile()) return false;
        fchmodSync(file, status.mode & 0o1777);
        return (fstatSync(file).mode & 0o6000) === 0;
      } finally {
        closeSync(file);
      }
    });
  } catch {
    return false;
  }
}

/** Removes a file or a link. `false` where it can't be, or is a folder. */
export function removeFile(path: PathInFolder): boolean {
  try {
    return inFolder(path, (folder, name) => {
      if (lstatSync(`${folder}/${name}`).isDirectory()) return false;
      unlinkSync(`${folder}/${name}`);
      return true;
    });
  } catch {
    return false;
  }
}
