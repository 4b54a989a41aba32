import { DragomanError } from '@dragoman/protocol';
import type { ListedTurn } from '../turn/list-turns.js';

/** Something that nobody has used for a while. */
export interface Expired {
  /** `session`: its HOME and what is known of it. `turn`: its journal. `install`: a version of an agent. */
  readonly kind: 'turn' | 'session' | 'install';
  /** Its id, or agent and version. */
  readonly name: string;
  /** What it was: `codex in /home/me/app`. */
  readonly about: string;
  /** In ISO 8601. */
  readonly lastUsed: string;
  readonly bytes: number;
  /** Whether all of it was counted. */
  readonly isWhole: boolean;
  /** The folder that goes. Undefined where there is none. */
  readonly path: string | undefined;
  /** Rejects with `expired_in_use` where somebody uses it by now. */
  remove(): Promise<void>;
}

/** What is looked at, and from when on it is kept. */
export interface Retention {
  /** Only such turns, and sessions that have one. Default: all. */
  readonly only?: ((turn: ListedTurn) => boolean) | undefined;
  /** Whether a workspace goes with its sessions: then its size is part of theirs. Default: none does. */
  readonly ownsWorkspace?: ((workspace: string) => boolean) | undefined;
  readonly stateDirectory: string;
  readonly cacheDirectory: string;
  /** What was used before this, in milliseconds since 1970, goes. */
  readonly before: number;
  readonly signal?: AbortSignal | undefined;
}

export function inUse(what: string): DragomanError {
  return new DragomanError('expired_in_use', `${what} was not removed: it is in use by now.`);
}
