import type { JsonObject } from '@dragoman/protocol';
import type { Exchange } from '../../server/exchange.js';
import { bodyTooLarge, MAX_BODY_BYTES, readBody } from '../../server/read-body.js';
import type { OpenForwardTurn } from '../forward-turn.js';
import { bodyTooLargeRefusal } from '../refusal.js';
import type { BodyShare } from './body-room.js';
import { decodeRequest } from './decode-request.js';
import { parseRequest } from './parse-request.js';

/** A request that may go upstream. */
export interface ReadRequest {
  /** What goes upstream: byte for byte what came in, unless something had to be taken out. */
  readonly bytes: Buffer;
  /** The same as JSON; `undefined` for a request without a body. */
  readonly body: JsonObject | undefined;
}

const NOTHING: ReadRequest = { bytes: Buffer.alloc(0), body: undefined };

/** Reads a request's body whole and puts the turn's policy to it. Rejects with a `Refusal`. */
export async function readRequest(
  { request, dialect, url, turn }: Exchange<OpenForwardTurn>,
  share: BodyShare,
): Promise<ReadRequest> {
  if (request.method === 'GET') return NOTHING;
  const packed = await readBody(request, MAX_BODY_BYTES, (length) => share.take(length)).catch(
    (error: unknown) => {
      throw isTooLarge(error) ? bodyTooLargeRefusal() : error;
    },
  );
  const bytes = await decodeRequest(packed, request.headers['content-encoding']);
  if (bytes !== packed) share.take(bytes.length);
  if (bytes.length === 0) {
    turn.policy.applyToNothing();
    return NOTHING;
  }
  const before = parseRequest(bytes);
  const { pathname } = url;
  const body = turn.policy.apply({ dialect: dialect.dialect, pathname, body: before });
  return { body, bytes: body === before ? bytes : Buffer.from(JSON.stringify(body)) };
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === bodyTooLarge(0).code;
}
