import { parseJson } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import type { z } from 'zod';
import { Refusal, refusal } from '../errors/refusal.js';
import { checked } from './checked.js';

export interface BodyOptions {
  /** The most bytes that a body may have. */
  readonly mostBytes: number;
  /** What an absent body stands for. Without it there must be one. */
  readonly absent?: unknown;
}

/** More than any schema or argument has, and less than what a recursive function can follow. */
const MOST_LEVELS = 200;

/**
 * The body of a request, checked. Rejects with `unsupported_media_type`, `body_too_large` (as soon as
 * there is too much, whatever the client announced) and `invalid_request`, which names what is wrong.
 */
export async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  options: BodyOptions,
): Promise<z.infer<Schema>> {
  const bytes = await readBytes(request, options.mostBytes);
  if (bytes.byteLength === 0 && options.absent !== undefined) {
    return checked(options.absent, schema);
  }
  checkMediaType(request);
  const json = parseJson(decoded(bytes));
  if (!json.ok) throw refusal('invalid_request', `The body is no JSON: ${json.error.message}.`);
  if (isDeeperThan(MOST_LEVELS, json.value)) {
    throw refusal('invalid_request', `The body has more than ${MOST_LEVELS} levels.`);
  }
  return checked(json.value, schema);
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
function checkMediaType(request: Request): void {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';');
  if (type.trim().toLowerCase() === 'application/json') return;
  throw refusal('unsupported_media_type', 'Send JSON, with `content-type: application/json`.');
}

async function readBytes(request: Request, mostBytes: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes) throw tooLarge(mostBytes);
  const chunks: Uint8Array[] = [];
  let length = 0;
  if (request.body === null) return new Uint8Array();
  try {
    for await (const chunk of request.body) {
      length += chunk.byteLength;
      if (length > mostBytes) throw tooLarge(mostBytes);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof Refusal ? error : brokenOff(error);
  }
  return joined(chunks, length);
}

/** The client has given up, or its connection has: no fault of the server. */
function brokenOff(error: unknown): Error {
  return refusal('invalid_request', `The body broke off before its end: ${errorMessage(error)}.`);
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw refusal('invalid_request', `The body is no UTF-8: ${errorMessage(error)}.`);
  }
}

function tooLarge(mostBytes: number): Error {
  return refusal('body_too_large', `A body may have ${mostBytes} bytes, and this has more.`);
}
