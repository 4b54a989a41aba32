import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { RelaySessionBody } from '@dragoman/protocol/http';
import { isTurnId } from '@dragoman/runtime';
import type { ServerOptions } from '../contract.js';
import type { RelaySession } from '../store/relay-store.js';

/** A session that was made just now. Its token is here, and nowhere else: only its hash is kept. */
export interface NewRelaySession {
  readonly session: RelaySession;
  readonly token: string;
}

/** So that people and scanners for secrets see what it is. */
const PREFIX = 'drr_';
const TOKEN_BYTES = 32;
const ID_BYTES = 16;

/** No turn waits for longer, whatever its limits are. */
const LONGEST_MS = 24 * 60 * 60 * 1000;

export interface RelaySessionOptions {
  /** How long the turn may go on. */
  readonly longestMs: number;
  /** The tools that its pages may answer. Default: all. */
  readonly tools?: readonly string[] | undefined;
}

export function newRelaySession(
  turnId: string,
  { longestMs, tools }: RelaySessionOptions,
): NewRelaySession {
  const token = `${PREFIX}${randomBytes(TOKEN_BYTES).toString('base64url')}`;
  return {
    token,
    session: {
      // It begins with its turn, so that whatever it needs is found together.
      sessionId: `${turnId}-${randomBytes(ID_BYTES).toString('hex')}`,
      tokenHash: hashOf(token).toString('hex'),
      expiresAt: Date.now() + Math.min(longestMs, LONGEST_MS),
      ...(tools !== undefined && { tools }),
    },
  };
}

/** The turn of a session, by its id. `undefined` for what can't be the id of one. */
export function turnOfSession(sessionId: string): string | undefined {
  const [, turnId = ''] = /^([0-9a-z]+)-[0-9a-f]{32}$/.exec(sessionId) ?? [];
  return isTurnId(turnId) ? turnId : undefined;
}

/** In the same time for every token. */
export function isTokenOf({ tokenHash }: RelaySession, token: string): boolean {
  const kept = Buffer.from(tokenHash, 'hex');
  const given = hashOf(token);
  return kept.byteLength === given.byteLength && timingSafeEqual(kept, given);
}

/** 256 random bits need no slow hash. */
function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Where a page finds the session: at the address by which the request came, unless the operator says one. */
export function relaySessionAt(
  { publicUrl, basePath = '' }: Pick<ServerOptions, 'publicUrl' | 'basePath'>,
  request: Request,
  { made, path }: { readonly made: NewRelaySession; readonly path: string },
): RelaySessionBody {
  const { session, token } = made;
  const { sessionId, expiresAt } = session;
  const base = publicUrl?.replace(/\/+$/, '') ?? `${new URL(request.url).origin}${basePath}`;
  return { type: 'relay.session', relayUrl: `${base}${path}`, sessionId, token, expiresAt };
}
