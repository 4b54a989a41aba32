import { errorCode } from '@dragoman/protocol/internal';
import { listTurns, removeSession } from '@dragoman/runtime';
import { createSessionRegistry } from '@dragoman/runtime/internal';
import { refusal } from '../errors/refusal.js';
import { createFreshFolders } from '../policy/fresh-folders.js';
import type { ServerContext } from '../server-context.js';
import { entryOf } from '../store/turn-labels.js';
import type { TurnStore } from '../store/turn-store.js';
import { type OwnSession, sessionUnknown } from './own-session.js';

type Sessions = Pick<ServerContext, 'store' | 'stateDirectory'>;

/**
 * Removes a session: its HOME, the journals and artifacts of its turns, its folder if it had one of its
 * own, and the conversations that would have gone on with it. Rejects with `session_busy` while a turn is
 * at work, and with `session_forked` where another session needs its HOME.
 */
export async function deleteSession(server: Sessions, { entry }: OwnSession): Promise<void> {
  const { store, stateDirectory } = server;
  const { agent, sessionId, home, workspace } = entry;
  // While its turns are there, which say so.
  const conversations = await conversationsOf(server, home, sessionId);
  try {
    await removeSession({ agent, sessionId, stateDirectory });
  } catch (error) {
    throw inWords(error);
  }
  for (const { client, name } of conversations) await store.conversations.remove(client, name);
  await removeFolder(workspace, stateDirectory);
}

type ConversationName = Readonly<Record<'client' | 'name', string>>;

/** The conversations whose next turn would go on with a session. */
async function conversationsOf(
  { store, stateDirectory }: Sessions,
  home: string,
  sessionId: string,
): Promise<readonly ConversationName[]> {
  const names = new Map<string, ConversationName>();
  for (const turn of await listTurns(stateDirectory)) {
    const { client, conversation: name } = (turn.home === home && entryOf(turn)) || {};
    if (client !== undefined && name !== undefined) {
      names.set(JSON.stringify([client, name]), { client, name });
    }
  }
  const goOn = await Promise.all(
    [...names.values()].map((one) => goesOnWith(store, one, sessionId)),
  );
  return [...names.values()].filter((_name, at) => goOn[at]);
}

async function goesOnWith(
  { conversations }: Pick<TurnStore, 'conversations'>,
  { client, name }: ConversationName,
  sessionId: string,
): Promise<boolean> {
  return (await conversations.find(client, name))?.sessionId === sessionId;
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
    'This session has forks, or is one, and they need each other: it can’t be removed alone.',
};

function inWords(error: unknown): unknown {
  const code = String(errorCode(error));
  if (code === 'session_unknown') return sessionUnknown();
  if (code === 'session_lock_damaged') return refusal('session_busy', REFUSALS.session_busy ?? '');
  const words = Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined;
  return words === undefined ? error : refusal(code, words);
}
