import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';
import { errorCode } from '@dragoman/protocol/internal';
import { countNames, measureJson } from '../../json/measure-json.js';
import type { Exchange } from '../../server/exchange.js';
import { bodyTooLarge, MAX_BODY_BYTES, readBody } from '../../server/read-body.js';
import type { OpenForwardTurn } from '../forward-turn.js';
import { bodyTooLargeRefusal, Refusal } from '../refusal.js';
import type { BodyShare } from './body-room.js';

const DECODERS = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);
/** Far more than a conversation has, and little enough to be built in memory. */
const MOST_MARKS = 2_000_000;
const DEEPEST = 256;

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

/** A request's body unpacked: what cannot be read cannot be checked, and does not go upstream. */
async function decodeRequest(bytes: Buffer, encoding: string | undefined): Promise<Buffer> {
  const name = (encoding ?? '').trim().toLowerCase();
  if (name === '' || name === 'identity') return bytes;
  const decode = DECODERS.get(name);
  if (decode === undefined) {
    const message = `This gateway cannot read a body that is packed with ${name.slice(0, 40)}: send it plain, or packed with gzip, deflate or br.`;
    throw new Refusal({ status: 415, message, code: 'encoding_unsupported' }, 'refused');
  }
  try {
    return await decode(bytes, { maxOutputLength: MAX_BODY_BYTES });
  } catch (cause) {
    if (errorCode(cause) === 'ERR_BUFFER_TOO_LARGE') throw bodyTooLargeRefusal();
    const message = `The request's body is not packed with ${name}, as its content-encoding says.`;
    throw new Refusal({ status: 400, message, code: 'request_unreadable' }, 'refused', { cause });
  }
}

/**
 * The JSON object that a request's body is, and that any other parser takes it for: what is checked
 * here is what the provider reads. Refuses everything else.
 */
function parseRequest(bytes: Buffer): JsonObject {
  const { names, marks, depth } = measureJson(bytes, MOST_MARKS);
  if (marks > MOST_MARKS || depth > DEEPEST) {
    throw unreadable(
      `has more structure than this gateway reads (${MOST_MARKS} values, ${DEEPEST} levels)`,
    );
  }
  const text = decodeText(bytes);
  const parsed = text === undefined ? undefined : parseJson(text);
  if (parsed === undefined || !parsed.ok || !isJsonObject(parsed.value)) {
    throw unreadable('is not a JSON object in UTF-8');
  }
  // Of a name that stands twice, parsers take the one or the other.
  if (countNames(parsed.value) !== names) throw unreadable('has a name twice in one object');
  return parsed.value;
}

function decodeText(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function unreadable(why: string): Refusal {
  const message = `The request's body ${why}, so it cannot be checked and is not forwarded.`;
  return new Refusal({ status: 400, message, code: 'request_unreadable' }, 'refused');
}
