import { createHash } from 'node:crypto';
import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '@dragoman/protocol';
import { errorCode } from '@dragoman/protocol/internal';
import { readLock, removeLock } from '@dragoman/runtime/internal';
import {
  createFileOnce,
  makeFolder,
  namesIn,
  pathExists,
  readJsonFile,
  readJsonFileSync,
  removeTree,
  writeJsonFile,
} from '@dragoman/sandbox';
import {
  type KnownPage,
  MOST_PAGES,
  MOST_SESSIONS,
  PRESENCE_MS,
  type RelayPage,
  type RelaySession,
  type RelayStore,
} from './relay-store.js';

export interface FilesRelays {
  of(turnId: string): RelayStore;
  /** Forgets the relays of turns that are over. */
  prune(isOver: (turnId: string) => Promise<boolean>): Promise<void>;
}

/** A page as its file has it. When it was seen last is the time of the file. */
interface StoredPage extends RelayPage {
  readonly joinedAt: number;
  readonly hasLeft: boolean;
}

/**
 * Relays as a folder each: a file for a session, for a page and for a claim, which only one process can
 * make. What is not there can't be written to, so nothing outlives `close`.
 */
export function createFilesRelays(root: string, now: () => number = Date.now): FilesRelays {
  return {
    of: (turnId) => filesRelay(join(root, nameOf(turnId)), now),
    async prune(isOver) {
      for (const turnId of await namesIn(root)) {
        if (await isOver(turnId)) await removeTree(join(root, turnId));
      }
    },
  };
}

function filesRelay(folder: string, now: () => number): RelayStore {
  const [sessions, pages, claims] = ['sessions', 'pages', 'claims'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const sessionFile = (sessionId: string) => join(sessions, `${hashOf(sessionId)}.json`);
  const pageFile = (instance: string) => join(pages, `${hashOf(instance)}.json`);
  const claimFile = (requestId: string) => join(claims, hashOf(requestId));

  const known = (): readonly KnownPage[] => {
    const seen = jsonFilesIn(pages).flatMap((path) => {
      const page = readJsonFileSync(path, isPage);
      const at = timeOf(path);
      return page === undefined || at === undefined ? [] : [{ page, at }];
    });
    const all = seen.map(({ page }) => page);
    return seen.map(({ page, at }) => {
      const { instance, tab, tools } = page;
      const isThere = now() - at < PRESENCE_MS && !page.hasLeft && !isReplaced(page, all);
      return { instance, tab, tools, isThere };
    });
  };

  const wasReplaced = (page: StoredPage): boolean => {
    const all = jsonFilesIn(pages).flatMap((path) => readJsonFileSync(path, isPage) ?? []);
    return isReplaced(page, all);
  };

  const see = (path: string): void => {
    const seconds = now() / 1000;
    utimesSync(path, seconds, seconds);
  };

  return {
    async open(session) {
      for (const path of [sessions, pages, claims]) makeFolder(path);
      writeJsonFile(sessionFile(session.sessionId), session);
      removeOldest(sessions, MOST_SESSIONS);
    },
    async session(sessionId) {
      const session = await readJsonFile(sessionFile(sessionId), isSession);
      return session !== undefined && session.expiresAt > now() ? session : undefined;
    },
    isOpen: () => pathExists(sessions),
    join: async ({ instance, tab, connection, tools }) =>
      whileOpen('over', () => {
        const path = pageFile(instance);
        const before = readJsonFileSync(path, isPage);
        const joinedAt = before?.joinedAt ?? now();
        const page = { instance, tab, connection, tools, joinedAt, hasLeft: false };
        if (before !== undefined && wasReplaced(before)) return 'replaced';
        writeJsonFile(path, page);
        see(path);
        removeOldest(pages, MOST_PAGES);
        return wasReplaced(page) ? 'replaced' : 'there';
      }),
    touch: async (instance, connection) =>
      whileOpen(false, () => {
        const page = readJsonFileSync(pageFile(instance), isPage);
        if (page?.connection !== connection || page.hasLeft || wasReplaced(page)) return false;
        see(pageFile(instance));
        return true;
      }),
    leave: async (instance, connection) =>
      whileOpen(undefined, () => {
        const page = readJsonFileSync(pageFile(instance), isPage);
        if (page?.connection !== connection) return;
        writeJsonFile(pageFile(instance), { ...page, hasLeft: true });
      }),
    pages: async () => known(),
    claim: async (requestId, instance) =>
      whileOpen(undefined, () => {
        const path = claimFile(requestId);
        for (;;) {
          if (createFileOnce(path, instance)) return instance;
          const holder = readLock(path);
          // Otherwise it was released in between.
          if (holder !== undefined) return holder;
        }
      }),
    claimant: async (requestId) => readLock(claimFile(requestId)),
    release: async (requestId, instance) =>
      removeLock(claimFile(requestId), (holder) => holder === instance),
    close: () => removeTree(folder),
  };
}

/** What a relay that isn't open, or is being closed, gives instead. */
function whileOpen<Result>(otherwise: Result, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return otherwise;
    throw error;
  }
}

/** Another load of its tab has joined later. */
function isReplaced(page: StoredPage, all: readonly StoredPage[]): boolean {
  return all.some((other) => {
    if (other.tab !== page.tab || other.instance === page.instance) return false;
    if (other.joinedAt !== page.joinedAt) return other.joinedAt > page.joinedAt;
    return other.instance > page.instance;
  });
}

/** The complete files of a folder: others are being written. */
function jsonFilesIn(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
    return names.map((name) => join(folder, name));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

function timeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

function removeOldest(folder: string, most: number): void {
  const paths = jsonFilesIn(folder);
  if (paths.length <= most) return;
  const byTime = paths
    .map((path) => ({ path, at: timeOf(path) ?? 0 }))
    .sort((one, other) => one.at - other.at);
  for (const { path } of byTime.slice(0, paths.length - most)) rmSync(path, { force: true });
}

/** A name for any text, which is no path. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Ids of turns are names of files. What can't be one has no relay, and no folder of another. */
function nameOf(turnId: string): string {
  return /^[0-9a-z]+$/.test(turnId) ? turnId : `none-${hashOf(turnId)}`;
}

function isSession(value: unknown): value is RelaySession {
  return (
    isJsonObject(value) &&
    typeof value.sessionId === 'string' &&
    typeof value.tokenHash === 'string' &&
    typeof value.expiresAt === 'number' &&
    (value.tools === undefined || isNames(value.tools))
  );
}

function isPage(value: unknown): value is StoredPage {
  return (
    isJsonObject(value) &&
    typeof value.instance === 'string' &&
    typeof value.tab === 'string' &&
    typeof value.connection === 'string' &&
    typeof value.hasLeft === 'boolean' &&
    typeof value.joinedAt === 'number' &&
    isNames(value.tools)
  );
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}
