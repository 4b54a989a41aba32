import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '@dragoman/protocol/internal';

/** Files that bubblewrap reads through open descriptors, because nothing inside has their names. */
export interface GivenFiles {
  /** Adds a file. The result is the descriptor that bubblewrap will find it under. */
  add(path: string): number;
  /** Writes a file that only the sandbox has. The result is its path. */
  write(name: string, content: string | Uint8Array): string;
  /** Makes a copy of a file inside, for everybody to read. */
  copyArguments(path: string, target: string): readonly string[];
  /** Opens all for one start of bubblewrap: each reads them from their beginning. */
  open(): OpenFiles;
}

export interface OpenFiles {
  readonly descriptors: readonly number[];
  close(): void;
}

/** After stdin, stdout and stderr. */
const FIRST_DESCRIPTOR = 3;

/** @param folder where files of the sandbox's own are written */
export function createGivenFiles(folder: string): GivenFiles {
  const paths: string[] = [];
  const add = (path: string) => FIRST_DESCRIPTOR + paths.push(path) - 1;
  return {
    add,
    write(name, content) {
      const path = join(folder, name);
      writeFileSync(path, content, { mode: 0o600 });
      return path;
    },
    copyArguments: (path, target) => ['--perms', '0444', '--file', String(add(path)), target],
    open() {
      const descriptors: number[] = [];
      const close = () => {
        for (const descriptor of descriptors.splice(0)) closeSync(descriptor);
      };
      try {
        for (const path of paths) descriptors.push(openOrEmpty(path));
        return { descriptors: [...descriptors], close };
      } catch (error) {
        close();
        throw error;
      }
    },
  };
}

/** A file of the system's that has gone since is empty. */
function openOrEmpty(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return openSync('/dev/null', 'r');
  }
}
