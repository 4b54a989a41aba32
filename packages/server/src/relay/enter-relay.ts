import type { Context } from 'hono';
import type { Access } from '../access/create-access.js';
import { refusal } from '../errors/refusal.js';
import type { ServerEnv } from '../server-context.js';
import type { ServerParts } from '../server-parts.js';
import type { RelaySession, RelayStore } from '../store/relay-store.js';
import type { StoredTurn } from '../store/turn-store.js';
import { isOver } from './open-relay.js';
import { isTokenOf, turnOfSession } from './relay-session.js';

/** What whoever has the token of a session gets to. */
export interface OpenSession {
  readonly turn: StoredTurn;
  readonly relay: RelayStore;
  readonly session: RelaySession;
}

/** Lets a request in, with a token in place of a key. Rejects with `unauthorized` and `not_found`. */
export type EnterRelay = (
  call: Context<ServerEnv>,
  asked: { readonly sessionId: string; readonly token: string | undefined },
) => Promise<OpenSession>;

export function createRelayEntrance(
  { context: { store }, admission, bodies }: ServerParts,
  access: Access,
): EnterRelay {
  return async (call, { sessionId, token }) => {
    const request = call.req.raw;
    await access.checkSite(request);
    if (token === undefined) throw unauthorized();
    const turnId = turnOfSession(sessionId);
    const relay = turnId === undefined ? undefined : store.relay(turnId);
    const session = await relay?.session(sessionId);
    if (turnId === undefined || relay === undefined || session === undefined) throw sessionOver();
    if (!isTokenOf(session, token)) throw unauthorized();
    call.set('turnId', turnId);
    // Whatever pages do, it takes nothing from the key of the client.
    const visitor = { id: `relay ${turnId}` };
    await admission.request(visitor);
    bodies.assign(request, visitor.id);
    const turn = await store.find(turnId);
    if (turn === undefined || (await isOver(turn))) throw sessionOver();
    return { turn, relay, session };
  };
}

export function sessionOver(): Error {
  return refusal('not_found', 'There is no such relay session, or its turn has ended.');
}

function unauthorized(): Error {
  return refusal(
    'unauthorized',
    'Send the token of this session as `Authorization: Bearer <token>`. It came with the address of the relay, and is never part of an address.',
    { headers: { 'www-authenticate': 'Bearer' } },
  );
}
