import { join } from 'node:path';
import {
  createSessionRegistry,
  readTurnRecord,
  type SessionEntry,
} from '@dragoman/runtime/internal';
import { sessionUnknown } from '../sessions/own-session.js';
import { loadMessages } from './files-messages.js';
import { type RemovalStores, removeStoredSession } from './files-session-removal.js';
import { sweep } from './files-sweep.js';
import type { SessionStore } from './session-store.js';
import type { StoredTurn } from './turn-store.js';

/** Sessions as the runtime keeps them in a state folder: a HOME each, and an entry that names it. */
export function createFilesSessions(stateDirectory: string, stores: RemovalStores): SessionStore {
  const find = async (turn: StoredTurn, sessionId: string): Promise<SessionEntry | undefined> => {
    // A client knows the agent by a name of the policy, which may be another.
    const record = await readTurnRecord(join(stateDirectory, 'turns', turn.entry.id));
    if (record?.agent === undefined) return undefined;
    return createSessionRegistry(stateDirectory).find(record.agent, sessionId);
  };
  const required = async (turn: StoredTurn, sessionId: string): Promise<SessionEntry> => {
    const entry = await find(turn, sessionId);
    if (entry === undefined) throw sessionUnknown();
    return entry;
  };
  return {
    find,
    async messages(turn, sessionId, query, bounds) {
      return loadMessages(stateDirectory, await required(turn, sessionId), query, bounds);
    },
    async remove(turn, sessionId, { withForks }) {
      const entry = await required(turn, sessionId);
      const { client } = turn.entry;
      await removeStoredSession({ ...stores, stateDirectory }, entry, { client, withForks });
    },
    sweep: (options) => sweep({ ...options, stateDirectory }),
  };
}
