import { DragomanError } from '@dragoman/protocol';
import { pathExists } from '@dragoman/sandbox';

/** Something whose owner has died. */
export interface Leftover {
  readonly kind: 'turn' | 'sandbox' | 'lock' | 'install' | 'home';
  /** Its id or its path. */
  readonly name: string;
  /** What it was for: `codex in /home/me/app`. */
  readonly about: string;
  /** When it began, in ISO 8601, where that is known. */
  readonly since: string | undefined;
  /** What there is of it, one line each. */
  readonly remains: readonly string[];
  /** Ends and removes it. Rejects where that fails, and with `leftover_owned` where somebody owns it by now. */
  remove(): Promise<void>;
}

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
