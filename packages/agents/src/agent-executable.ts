import type { Platform } from './platform.js';

/** One place where an installed CLI's program may lie. */
export interface ExecutableCandidate {
  /** Relative to the install's `node_modules`. */
  readonly path: string;
  /** `native` starts by itself, `node` is a script for Node. */
  readonly kind: 'native' | 'node';
  /** Folders, relative to `node_modules`, that the program expects on its PATH. */
  readonly searchPath?: readonly string[];
}

/**
 * The places to look for a CLI's program, best first.
 *
 * The packages' own start scripts are passed over where there is a native build: some only work
 * after an install script has run, and a script in front of the real program is one process more
 * that signals must get through.
 */
export type FindExecutable = (platform: Platform) => readonly ExecutableCandidate[];
