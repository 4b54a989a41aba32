import { refusal } from '../errors/refusal.js';
import type { Client } from '../keys/key-ring.js';
import type { KeptSession } from '../store/session-store.js';
import type { StoredTurn, TurnStore } from '../store/turn-store.js';

/** A session that turns of a client made. */
export interface OwnSession {
  readonly entry: KeptSession;
  /** The latest of its turns. */
  readonly turn: StoredTurn;
}

/** A session of this client. Rejects with `session_unknown`, also where it is another's. */
export async function ownSession(
  store: TurnStore,
  client: Client,
  sessionId: string,
): Promise<OwnSession> {
  const known = await store.findSession(client.id, sessionId);
  const turn = known && (await store.find(known.turnId));
  const entry = turn && (await store.sessions.find(turn, sessionId));
  if (turn === undefined || entry === undefined) throw sessionUnknown();
  return { entry, turn };
}

export function sessionUnknown(advice = ''): Error {
  return refusal('session_unknown', `There is no such session, or not any more.${advice}`);
}
