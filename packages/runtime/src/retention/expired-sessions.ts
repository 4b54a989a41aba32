import { lstatSync } from 'node:fs';
import { pathExists, removeTree } from '@dragoman/sandbox';
import { homeLockSuffix } from '../sessions/home-lock.js';
import { isHomeIn } from '../sessions/session-home.js';
import {
  createSessionRegistry,
  type SessionEntry,
  type SessionRegistry,
} from '../sessions/session-registry.js';
import { listTurns } from '../turn/list-turns.js';
import { type Expired, inUse, type Retention } from './expired.js';
import { folderSize } from './folder-size.js';

/** All sessions in one HOME: a fork shares that of the session it came from. */
interface SharedHome {
  readonly home: string;
  readonly entries: readonly SessionEntry[];
  readonly lastUse: number;
  readonly isBusy: boolean;
}

/** Sessions that nobody has gone on with for long, with their HOME. */
export async function expiredSessions(retention: Retention): Promise<readonly Expired[]> {
  const { stateDirectory, before } = retention;
  const registry = createSessionRegistry(stateDirectory);
  const homes = await sharedHomes(registry, stateDirectory);
  return homes
    .filter(({ isBusy, lastUse }) => !isBusy && lastUse < before)
    .map(({ home, entries, lastUse }) => {
      const [first] = entries;
      const path = isOwnHome(home, stateDirectory) ? home : undefined;
      const { bytes, isWhole } = path === undefined ? NOTHING : folderSize(path);
      const more = entries.length > 1 ? ` and ${entries.length - 1} more in its HOME` : '';
      return {
        kind: 'session',
        name: first?.sessionId ?? '',
        about: `${first?.agent} in ${first?.workspace}${more}`,
        ...{ lastUsed: new Date(lastUse).toISOString(), bytes, isWhole, path },
        remove: () => removeSessions(home, retention, registry),
      };
    });
}

const NOTHING = { bytes: 0, isWhole: true };

/**
 * First what is known of the sessions, so that nobody begins to go on with them; then the HOME. A turn
 * that took it in the meantime gets them back.
 */
async function removeSessions(
  home: string,
  { stateDirectory, before }: Retention,
  registry: SessionRegistry,
): Promise<void> {
  const find = async () =>
    (await sharedHomes(registry, stateDirectory)).find((shared) => shared.home === home);
  const shared = await find();
  if (shared === undefined) return;
  const what = `The session ${shared.entries[0]?.sessionId}`;
  if (shared.isBusy || shared.lastUse >= before) throw inUse(what);
  for (const entry of shared.entries) registry.forget(entry);
  if (!isOwnHome(home, stateDirectory)) return;
  if (await pathExists(`${home}${homeLockSuffix}`)) {
    for (const entry of shared.entries) registry.note(entry);
    throw inUse(what);
  }
  await removeTree(home);
}

async function sharedHomes(
  registry: SessionRegistry,
  stateDirectory: string,
): Promise<readonly SharedHome[]> {
  const byHome = new Map<string, SessionEntry[]>();
  for (const entry of await registry.all()) {
    byHome.set(entry.home, [...(byHome.get(entry.home) ?? []), entry]);
  }
  const turns = await listTurns(stateDirectory);
  return Promise.all(
    [...byHome].map(async ([home, entries]) => {
      const own = turns.filter((turn) => turn.home === home);
      const isOpen = own.some(({ state }) => state === 'running' || state === 'abandoned');
      const times = [...entries.map(({ updatedAt }) => updatedAt), ...own.map((t) => t.createdAt)];
      return {
        ...{ home, entries },
        // A time that can't be read is taken for now: it is kept.
        lastUse: Math.max(...times.map((time) => Date.parse(time) || Date.now())),
        isBusy: isOpen || (await pathExists(`${home}${homeLockSuffix}`)),
      };
    }),
  );
}

/** What a record says may have been changed: only a folder among the HOMEs is ever removed. */
function isOwnHome(home: string, stateDirectory: string): boolean {
  if (!isHomeIn(stateDirectory, home)) return false;
  return lstatSync(home, { throwIfNoEntry: false })?.isDirectory() === true;
}
