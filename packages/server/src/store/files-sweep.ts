import { statSync } from 'node:fs';
import { errorCode } from '@dragoman/protocol/internal';
import { type Expired, findExpired, type ListedTurn, listTurns } from '@dragoman/runtime';
import { createSessionRegistry } from '@dragoman/runtime/internal';
import { createFreshFolders } from '../policy/fresh-folders.js';
import { removeFolder } from './files-session-removal.js';
import type { SweepOptions } from './session-store.js';
import { entryOf } from './turn-labels.js';

interface FilesSweepOptions extends SweepOptions {
  readonly stateDirectory: string;
}

const DEFAULT_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Removes what servers of this state folder began and what is old or too much, as `SessionStore.sweep`
 * says. Turns of other programs are left alone.
 */
export async function sweep(options: FilesSweepOptions): Promise<void> {
  const { stateDirectory, retention, signal } = options;
  const { olderThanMs = DEFAULT_MS, maxBytes } = retention;
  const only = (turn: ListedTurn): boolean => entryOf(turn) !== undefined;
  const fresh = await createFreshFolders(stateDirectory);
  const expired = await findExpired({
    ...{ olderThanMs, maxBytes, stateDirectory, only, signal },
    ownsWorkspace: (folder) => fresh.workspaceOf(folder) !== undefined,
  });
  const folders = await foldersOf(expired, stateDirectory);
  for (const one of expired) if (one.kind === 'session') await remove(one, options);
  const needed = await latestTurns(stateDirectory);
  for (const one of expired) {
    if (one.kind === 'turn' && !needed.has(one.name)) await remove(one, options);
  }
  for (const folder of [...folders, ...(await lostFolders(stateDirectory, olderThanMs))]) {
    if (signal.aborted) return;
    await removeFolder(folder, stateDirectory).catch(options.onFailure);
  }
}

async function remove(expired: Expired, { signal, onFailure }: FilesSweepOptions): Promise<void> {
  if (signal.aborted) return;
  await expired.remove().catch((error: unknown) => {
    // Somebody uses it by now.
    if (errorCode(error) !== 'expired_in_use' && !signal.aborted) onFailure(error);
  });
}

/** Where the sessions worked that are about to go. */
async function foldersOf(
  expired: readonly Expired[],
  stateDirectory: string,
): Promise<readonly string[]> {
  const homes = new Set(expired.flatMap(({ kind, path }) => (kind === 'session' ? [path] : [])));
  const entries = await createSessionRegistry(stateDirectory).all();
  return entries.filter(({ home }) => homes.has(home)).map(({ workspace }) => workspace);
}

/** The latest turn of each session says whose that is: it stays as long as the session does. */
async function latestTurns(stateDirectory: string): Promise<ReadonlySet<string>> {
  const sessions = await createSessionRegistry(stateDirectory).all();
  const isKept = new Set(sessions.map(({ agent, sessionId }) => `${agent} ${sessionId}`));
  const latest = new Map<string, string>();
  // The oldest come first.
  for (const { id, agent, sessionId } of await listTurns(stateDirectory)) {
    const session = `${agent} ${sessionId}`;
    if (isKept.has(session)) latest.set(session, id);
  }
  return new Set(latest.values());
}

/** Folders of sessions that never came to be, and what a server left half-made. */
async function lostFolders(
  stateDirectory: string,
  olderThanMs: number,
): Promise<readonly string[]> {
  const turns = await listTurns(stateDirectory);
  const used = new Set(turns.map(({ workspace }) => workspace));
  const isOld = (folder: string): boolean => {
    const status = statSync(folder, { throwIfNoEntry: false });
    return status !== undefined && Date.now() - status.mtimeMs > Math.max(olderThanMs, SHORTEST_MS);
  };
  const fresh = await createFreshFolders(stateDirectory);
  return (await fresh.list()).filter((folder) => !used.has(folder) && isOld(folder));
}

/** So long a folder may be without its turn. */
const SHORTEST_MS = 60 * 60 * 1000;
