import { statSync } from 'node:fs';
import { defaultStateDirectory, removeTree } from '@dragoman/sandbox';
import { defaultCacheDirectory } from '../install/install-folder.js';
import { journalFiles } from '../journal/journal-files.js';
import { type ListedTurn, listTurns, turnState } from '../turn/list-turns.js';
import { readTurnRecord } from '../turn/turn-record.js';
import { type Expired, inUse, type Retention } from './expired.js';
import { expiredInstalls } from './expired-installs.js';
import { expiredSessions } from './expired-sessions.js';
import { folderSizeInSlices } from './folder-size.js';

export interface RetentionOptions extends Pick<Retention, 'only' | 'ownsWorkspace'> {
  /** What was used within this time is kept. Default: 30 days. */
  readonly olderThanMs?: number | undefined;
  /**
   * How much of what Dragoman keeps may stay, in bytes. Beyond that, what has been unused for longest goes,
   * too, however recent. Default: no limit.
   */
  readonly maxBytes?: number | undefined;
  /** Also installs of agents, of versions that are no default. */
  readonly installs?: boolean | undefined;
  /** Default: `$DRAGOMAN_STATE`, or `dragoman` in the user's state folder. */
  readonly stateDirectory?: string | undefined;
  /** Default: `$DRAGOMAN_CACHE`, or `dragoman` in the user's cache folder. */
  readonly cacheDirectory?: string | undefined;
  /** Ends a `remove` that has removed nothing yet; it then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
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
  const { maxBytes, signal, only, ownsWorkspace } = options;
  const now = Date.now();
  const unused = async (before: number): Promise<readonly Expired[]> => {
    const retention = { stateDirectory, cacheDirectory, before, signal, only, ownsWorkspace };
    return [
      ...(await expiredTurns(retention)),
      ...(await expiredSessions(retention)),
      ...(installs ? await expiredInstalls(retention) : []),
    ];
  };
  const old = await unused(now - olderThanMs);
  return maxBytes === undefined ? old : beyond(maxBytes, old, await unused(now));
}

/** What is old, and of the rest as much as is too much: the longest unused first. */
function beyond(
  maxBytes: number,
  old: readonly Expired[],
  all: readonly Expired[],
): readonly Expired[] {
  const isOld = new Set(old.map(({ kind, name }) => `${kind} ${name}`));
  const rest = all
    .filter(({ kind, name }) => !isOld.has(`${kind} ${name}`))
    .sort((one, other) => Date.parse(one.lastUsed) - Date.parse(other.lastUsed));
  let left = rest.reduce((sum, { bytes }) => sum + bytes, 0);
  const tooMuch = rest.filter(({ bytes }) => {
    const goes = left > maxBytes;
    if (goes) left -= bytes;
    return goes;
  });
  return [...old, ...tooMuch];
}

/** Turns that ended long ago. Their sessions go by their own age. */
async function expiredTurns(retention: Retention): Promise<readonly Expired[]> {
  const { stateDirectory, before, only = () => true } = retention;
  const expired: Expired[] = [];
  for (const turn of await listTurns(stateDirectory)) {
    if (!hasEnded(turn.state) || lastUse(turn) >= before || !only(turn)) continue;
    const { id, directory, agent, workspace } = turn;
    expired.push({
      ...{ kind: 'turn', name: id, about: `${agent ?? 'an agent'} in ${workspace}` },
      lastUsed: new Date(lastUse(turn)).toISOString(),
      ...(await folderSizeInSlices(directory)),
      path: directory,
      remove: () => removeEnded(directory, id),
    });
  }
  return expired;
}

async function removeEnded(directory: string, id: string): Promise<void> {
  const record = await readTurnRecord(directory);
  if (record !== undefined && !hasEnded(turnState(record, directory))) {
    throw inUse(`The turn ${id}`);
  }
  await removeTree(directory);
}

/** One without an end is for `doctor --reap`. */
function hasEnded(state: ListedTurn['state']): boolean {
  return state !== 'running' && state !== 'abandoned';
}

function lastUse({ directory, createdAt }: ListedTurn): number {
  const journal = statSync(journalFiles(directory).events, { throwIfNoEntry: false });
  return Math.max(journal?.mtimeMs ?? 0, Date.parse(createdAt) || 0);
}
