import { join } from 'node:path';
import {
  createSessionRegistry,
  readTurnRecord,
  type SessionEntry,
} from '@dragoman/runtime/internal';
import { refusal } from '../errors/refusal.js';
import type { Client } from '../keys/key-ring.js';
import type { ServerContext } from '../server-context.js';
import type { StoredTurn } from '../store/turn-store.js';

type Sessions = Pick<ServerContext, 'store' | 'stateDirectory'>;

/** A session that turns of a client made. */
export interface OwnSession {
  readonly entry: SessionEntry;
  /** The latest of its turns. */
  readonly turn: StoredTurn;
}

/** A session of this client. Rejects with `session_unknown`, also where it is another's. */
export async function ownSession(
  server: Sessions,
  client: Client,
  sessionId: string,
): Promise<OwnSession> {
  const known = await server.store.findSession(client.id, sessionId);
  const turn = known && (await server.store.find(known.turnId));
  const session = turn && (await sessionOfTurn(server, turn, sessionId));
  if (session === undefined) throw sessionUnknown();
  return session;
}

/** What is kept of the session of a turn. Nothing, where it has expired. */
export async function sessionOfTurn(
  { stateDirectory }: Pick<Sessions, 'stateDirectory'>,
  turn: StoredTurn,
  sessionId: string,
): Promise<OwnSession | undefined> {
  // A client knows the agent by a name of the policy, which may be another.
  const record = await readTurnRecord(join(stateDirectory, 'turns', turn.entry.id));
  if (record?.agent === undefined) return undefined;
  const entry = await createSessionRegistry(stateDirectory).find(record.agent, sessionId);
  return entry && { entry, turn };
}

export function sessionUnknown(): Error {
  return refusal('session_unknown', 'There is no such session, or not any more.');
}
