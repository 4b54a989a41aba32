import { errorCode } from '@dragoman/protocol/internal';
import { listTurns, removeSession } from '@dragoman/runtime';
import { createSessionRegistry, type SessionEntry } from '@dragoman/runtime/internal';
import { refusal } from '../errors/refusal.js';
import { createFreshFolders } from '../policy/fresh-folders.js';
import { sessionUnknown } from '../sessions/own-session.js';
import type { RemoveOptions } from './session-store.js';
import { entryOf } from './turn-labels.js';
import type { Conversation, TurnStore } from './turn-store.js';

/** What knows which conversations and clients sessions belong to. */
export type RemovalStores = Pick<TurnStore, 'findSession' | 'conversations'>;

interface Removal extends RemoveOptions {
  /** Whose session it is. */
  readonly client: string;
}

type Stores = RemovalStores & { readonly stateDirectory: string };

/** Removes a session with all that is its own, as `SessionStore.remove` says. */
export async function removeStoredSession(
  stores: Stores,
  entry: SessionEntry,
  { client: owner, withForks }: Removal,
): Promise<void> {
  const { conversations, stateDirectory } = stores;
  const { agent, sessionId, home } = entry;
  const together = withForks ? await createSessionRegistry(stateDirectory).inHome(agent, home) : [];
  for (const other of together) {
    const isOwn = await stores.findSession(owner, other.sessionId);
    if (isOwn === undefined) throw refusal('session_forked', OTHERS_FORK);
  }
  // While its turns are there, which say so.
  const ids = new Set([sessionId, ...together.map((other) => other.sessionId)]);
  const ended = await conversationsOf(stores, home, ids);
  // Which session they had is then known without its turns: whoever goes on learns that it is gone.
  for (const conversation of ended) await conversations.note(conversation);
  try {
    await removeSession({ agent, sessionId, withForks, stateDirectory });
  } catch (error) {
    throw inWords(error);
  }
  const folders = new Set([entry, ...together].map(({ workspace }) => workspace));
  for (const folder of folders) await removeFolder(folder, stateDirectory);
}

const OTHERS_FORK = 'Another user of the server’s machine has a fork of this session: it stays.';

/** The conversations whose next turn would go on with one of these sessions. */
async function conversationsOf(
  { conversations, stateDirectory }: Stores,
  home: string,
  sessionIds: ReadonlySet<string>,
): Promise<readonly Conversation[]> {
  const names = new Map<string, readonly [client: string, name: string]>();
  for (const turn of await listTurns(stateDirectory)) {
    const { client, conversation: name } = (turn.home === home && entryOf(turn)) || {};
    if (client !== undefined && name !== undefined) {
      names.set(JSON.stringify([client, name]), [client, name]);
    }
  }
  const found = await Promise.all([...names.values()].map((one) => conversations.find(...one)));
  return found.filter(
    (one): one is Conversation => one !== undefined && sessionIds.has(one.sessionId ?? ''),
  );
}

/**
 * Removes the folder of a session, if it was made for one and nobody else works there. A folder that the
 * operator named is never one.
 */
export async function removeFolder(folder: string, stateDirectory: string): Promise<void> {
  const fresh = await createFreshFolders(stateDirectory);
  if (fresh.workspaceOf(folder) === undefined) return;
  const sessions = await createSessionRegistry(stateDirectory).all();
  const turns = (await listTurns(stateDirectory)).filter(
    ({ state }) => state === 'running' || state === 'abandoned',
  );
  const isUsed = [...sessions, ...turns].some(({ workspace }) => workspace === folder);
  if (!isUsed) await fresh.remove(folder);
}

/** As a client can act on it: what the runtime says is for who has its commands. */
const REFUSALS: Readonly<Record<string, string>> = {
  session_busy:
    'A turn is at work in this session, or in one that shares its folder of state: wait for its end, or cancel it.',
  session_forked:
    'This session has forks, or is one, and they need each other: it can’t be removed alone. With `?with_forks=true` all of them go.',
};

function inWords(error: unknown): unknown {
  const code = String(errorCode(error));
  if (code === 'session_unknown') return sessionUnknown();
  if (code === 'session_lock_damaged') return refusal('session_busy', REFUSALS.session_busy ?? '');
  const words = Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined;
  return words === undefined ? error : refusal(code, words);
}
