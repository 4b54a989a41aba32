import { defaultStateDirectory } from '@dragoman/sandbox';
import { defaultCacheDirectory } from '../install/cache-directory.js';
import type { Expired } from './expired.js';
import { expiredInstalls } from './expired-installs.js';
import { expiredSessions } from './expired-sessions.js';
import { expiredTurns } from './expired-turns.js';

export interface RetentionOptions {
  /** What was used within this time is kept. Default: 30 days. */
  readonly olderThanMs?: number | undefined;
  /** Also installs of agents, of versions that are no default. */
  readonly installs?: boolean | undefined;
  /** Default: `$DRAGOMAN_STATE`, or `dragoman` in the user's state folder. */
  readonly stateDirectory?: string | undefined;
  /** Default: `$DRAGOMAN_CACHE`, or `dragoman` in the user's cache folder. */
  readonly cacheDirectory?: string | undefined;
}

const DEFAULT_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * What Dragoman keeps and nobody has used for long: journals of turns that have ended, sessions with their
 * HOME, and installs if that is asked for. Removes nothing by itself. What is owned, locked or running
 * is never among it.
 */
export async function findExpired(options: RetentionOptions = {}): Promise<readonly Expired[]> {
  const {
    olderThanMs = DEFAULT_MS,
    installs = false,
    stateDirectory = defaultStateDirectory(),
    cacheDirectory = defaultCacheDirectory(),
  } = options;
  const retention = { stateDirectory, cacheDirectory, before: Date.now() - olderThanMs };
  return [
    ...(await expiredTurns(retention)),
    ...(await expiredSessions(retention)),
    ...(installs ? await expiredInstalls(retention) : []),
  ];
}
