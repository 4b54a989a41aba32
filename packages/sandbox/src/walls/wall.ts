/** A path of this machine, a real one, that no command of a sandbox may change. */
export interface Wall {
  readonly path: string;
  /** What was put there, where there was nothing, so that there is something to put a wall before. */
  readonly placeholder?: PlaceholderKind;
  /** What commands find there. Default: what is there. */
  readonly source?: string;
}

/**
 * `folder`: an empty one. `file`: an empty one. `socket`: one without a listener, instead of a
 * file, because git and all that walks over files pass it by, in the sandbox and outside; commands
 * find the null device there. `scratch`: an empty folder, in whose place commands find one that they can
 * write to.
 */
export const placeholderKinds = ['folder', 'file', 'socket', 'scratch'] as const;

export type PlaceholderKind = (typeof placeholderKinds)[number];

/** A path in the workspace, from it, before which there is to be a wall. */
export interface WantedWall {
  readonly path: string;
  /** What is put there where there is nothing. Without it a wall is only where there is something. */
  readonly missing?: PlaceholderKind;
}
