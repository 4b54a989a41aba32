import { DragomanError } from '@dragoman/protocol';
import { pathExists } from '@dragoman/sandbox';
import type { Leftover } from './leftover.js';

export interface FileLeftoverOptions {
  readonly kind: Exclude<Leftover['kind'], 'sandbox'>;
  readonly path: string;
  readonly about: string;
  /** Looks again whose it is, and removes it if it is nobody's. Says whether it did. */
  readonly removeStale: () => Promise<boolean>;
}

/** A file or a folder that nobody owns. */
export function fileLeftover({ kind, path, about, removeStale }: FileLeftoverOptions): Leftover {
  return {
    kind,
    name: path,
    about,
    since: undefined,
    remains: [path],
    async remove() {
      if ((await removeStale()) || !(await pathExists(path))) return;
      throw new DragomanError(
        'leftover_owned',
        `${path} was not removed: somebody uses it by now.`,
      );
    },
  };
}
