import { parseJson } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import type { z } from 'zod';
import { Refusal, refusal } from '../errors/refusal.js';
import type { BodyRoom, BodyShare } from './body-room.js';
import { checked } from './checked.js';

export interface BodyOptions {
  /** The most bytes that a body may have. */
  readonly mostBytes: number;
  /** What an absent body stands for. Without it there must be one. */
  readonly absent?: unknown;
  /** What it shares with the bodies of other requests. */
  readonly room: BodyRoom;
}

/** More than any schema or argument has, and less than what a recursive function can follow. */
const MOST_LEVELS = 200;

/**
 * The body of a request, checked. Rejects with `unsupported_media_type` and `body_too_large` (as soon as
 * there is too much, whatever the client announced), with `too_many_requests` and `out_of_resources` where
 * other bodies have the room, and with `invalid_request`, which names what is wrong.
 */
export async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  options: BodyOptions,
): Promise<z.infer<Schema>> {
  const share = options.room.enter(request);
  try {
    const chunks = await readChunks(request, options, share);
    if (chunks.length === 0 && options.absent !== undefined) {
      return checked(options.absent, schema);
    }
    if (!isJson(request)) throw notJson();
    return checked(parsed(chunks), schema);
  } finally {
    share.leave();
  }
}

function parsed(chunks: readonly Uint8Array[]): unknown {
  const json = parseJson(decoded(chunks));
  if (!json.ok) throw refusal('invalid_request', `The body is no JSON: ${json.error.message}.`);
  if (isDeeperThan(MOST_LEVELS, json.value)) {
    throw refusal('invalid_request', `The body has more than ${MOST_LEVELS} levels.`);
  }
  return json.value;
}

/** Level by level: recursion would end where the stack does. */
function isDeeperThan(levels: number, value: unknown): boolean {
  let level = [value].filter(isBranch);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === levels) return true;
    level = level.flatMap((branch) => Object.values(branch).filter(isBranch));
  }
  return false;
}

function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** A page of another site can send any body but one of this type without asking first. */
function isJson(request: Request): boolean {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';');
  return type.trim().toLowerCase() === 'application/json';
}

function notJson(): Error {
  return refusal('unsupported_media_type', 'Send JSON, with `content-type: application/json`.');
}

/** The body as it came. What is not to be used is refused before it is read. */
async function readChunks(
  request: Request,
  { mostBytes }: BodyOptions,
  share: BodyShare,
): Promise<readonly Uint8Array[]> {
  const check = (length: number): void => {
    if (length > 0 && !isJson(request)) throw notJson();
    if (length > mostBytes) throw tooLarge(mostBytes);
  };
  check(Number(request.headers.get('content-length') ?? 0));
  const chunks = createChunks();
  if (request.body === null) return chunks.all;
  let length = 0;
  try {
    for await (const chunk of request.body) {
      length += chunk.byteLength;
      check(length);
      share.take(chunk.byteLength);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof Refusal ? error : brokenOff(error);
  }
  return chunks.all;
}

const SMALL_CHUNK_BYTES = 1024;
const MOST_SMALL_CHUNKS = 512;

/** Chunks as they come. A chunk of one byte takes a hundred: so many small ones become one. */
function createChunks() {
  const all: Uint8Array[] = [];
  let small = 0;
  return {
    all,
    push(chunk: Uint8Array): void {
      if (chunk.byteLength === 0) return;
      all.push(chunk);
      small = chunk.byteLength < SMALL_CHUNK_BYTES ? small + 1 : 0;
      if (small < MOST_SMALL_CHUNKS) return;
      all.push(joined(all.splice(-small)));
      small = 0;
    },
  };
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/** The client has given up, or its connection has: no fault of the server. */
function brokenOff(error: unknown): Error {
  return refusal('invalid_request', `The body broke off before its end: ${errorMessage(error)}.`);
}

function decoded(chunks: readonly Uint8Array[]): string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    let text = '';
    for (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
    return text + decoder.decode();
  } catch (error) {
    throw refusal('invalid_request', `The body is no UTF-8: ${errorMessage(error)}.`);
  }
}

function tooLarge(mostBytes: number): Error {
  return refusal('body_too_large', `A body may have ${mostBytes} bytes, and this has more.`);
}
