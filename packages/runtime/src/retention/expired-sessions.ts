import { errorCode } from '@dragoman/protocol/internal';
import { isHomeHeld } from '../sessions/home-lock.js';
import { byHome } from '../sessions/own-sessions.js';
import { isOwnHome, removeEntries } from '../sessions/remove-entries.js';
import {
  createSessionRegistry,
  type SessionEntry,
  type SessionRegistry,
} from '../sessions/session-registry.js';
import { type ListedTurn, listTurns } from '../turn/list-turns.js';
import { keepUsage } from '../usage/removed-usage.js';
import { type Expired, inUse, type Retention } from './expired.js';
import { folderSizeInSlices } from './folder-size.js';

/** All sessions in one HOME: a fork shares that of the session it came from. */
interface SharedHome {
  readonly home: string;
  readonly entries: readonly SessionEntry[];
  readonly lastUse: number;
  /** Whether it has a turn without an end. */
  readonly isOpen: boolean;
  readonly turns: readonly ListedTurn[];
}

/** Sessions that nobody has gone on with for long, with their HOME. */
export async function expiredSessions(retention: Retention): Promise<readonly Expired[]> {
  const { stateDirectory, before, only, ownsWorkspace = () => false } = retention;
  const registry = createSessionRegistry(stateDirectory);
  const expired: Expired[] = [];
  for (const shared of await sharedHomes(registry, stateDirectory)) {
    const { home, entries, isOpen, lastUse, turns } = shared;
    if (isOpen || isHomeHeld(home) || lastUse >= before) continue;
    if (only !== undefined && !turns.some(only)) continue;
    const [first] = entries;
    const path = isOwnHome(home, stateDirectory) ? home : undefined;
    const workspaces = new Set(entries.map(({ workspace }) => workspace).filter(ownsWorkspace));
    const more = entries.length > 1 ? ` and ${entries.length - 1} more in its HOME` : '';
    expired.push({
      kind: 'session',
      name: first?.sessionId ?? '',
      about: `${first?.agent} in ${first?.workspace}${more}`,
      lastUsed: new Date(lastUse).toISOString(),
      ...(await sizeOf([...(path === undefined ? [] : [path]), ...workspaces])),
      path,
      remove: () => removeSessions(home, retention, registry),
    });
  }
  return expired;
}

/** What taking a HOME fails with where somebody has it, or may have it. */
const HELD: ReadonlySet<unknown> = new Set(['session_busy', 'session_lock_damaged']);

/** Of several folders together. */
async function sizeOf(folders: readonly string[]): Promise<Pick<Expired, 'bytes' | 'isWhole'>> {
  let size = { bytes: 0, isWhole: true };
  for (const folder of folders) {
    const { bytes, isWhole } = await folderSizeInSlices(folder);
    size = { bytes: size.bytes + bytes, isWhole: size.isWhole && isWhole };
  }
  return size;
}

/** A turn that took one of them up in the meantime keeps them all. */
async function removeSessions(
  home: string,
  { stateDirectory, cacheDirectory, before, signal }: Retention,
  registry: SessionRegistry,
): Promise<void> {
  const choose = async () => {
    const homes = await sharedHomes(registry, stateDirectory);
    const shared = homes.find((one) => one.home === home);
    if (shared === undefined) return [];
    if (shared.isOpen || shared.lastUse >= before) throw inUse(nameOf(shared.entries));
    await keepUsage(home, { stateDirectory, cacheDirectory, signal });
    return shared.entries;
  };
  try {
    await removeEntries(home, stateDirectory, choose);
  } catch (error) {
    if (!HELD.has(errorCode(error))) throw error;
    throw inUse(nameOf((await registry.all()).filter((entry) => entry.home === home)));
  }
}

function nameOf([first]: readonly SessionEntry[]): string {
  return `The session ${first?.sessionId}`;
}

async function sharedHomes(
  registry: SessionRegistry,
  stateDirectory: string,
): Promise<readonly SharedHome[]> {
  const homes = byHome(await registry.all());
  const turns = await listTurns(stateDirectory);
  return Promise.all(
    [...homes].map(async ([home, entries]) => {
      const own = turns.filter((turn) => turn.home === home);
      const isOpen = own.some(({ state }) => state === 'running' || state === 'abandoned');
      const times = [...entries.map(({ updatedAt }) => updatedAt), ...own.map((t) => t.createdAt)];
      return {
        home,
        entries,
        // A time that can't be read is taken for now: it is kept.
        lastUse: Math.max(...times.map((time) => Date.parse(time) || Date.now())),
        isOpen,
        turns: own,
      };
    }),
  );
}
