import type { ServerResponse } from 'node:http';
import { setImmediate as nextRound, setTimeout as wait } from 'node:timers/promises';
import type { DialectRules, ProviderError } from '../dialects/dialect.js';
import { sendJson } from '../server/send-json.js';
import { orAborted } from './or-aborted.js';
import type { Fault, RefusalFault } from './script.js';

/** A fault that comes while a reply is on its way. */
export type InterruptingFault = Exclude<Fault, RefusalFault>;

/** Bytes that are neither UTF-8 nor an event nor JSON, the same every time. */
const GARBAGE = Buffer.from([
  0xff, 0xfe, 0x00, 0x7b, 0xc3, 0x28, 0x0a, 0x0a, 0x80, 0xf0, 0x9f, 0x0a,
]);

/** Statuses that cannot have a body. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** Answers a request with a status, and what else the script says, instead of a reply. */
export function playRefusal(
  response: ServerResponse,
  dialect: DialectRules,
  fault: RefusalFault,
): void {
  for (const [name, value] of Object.entries(fault.headers)) response.setHeader(name, value);
  const text = BODILESS.has(fault.status) ? '' : fault.body;
  if (typeof text === 'string') {
    response.writeHead(fault.status);
    response.end(text);
    return;
  }
  sendJson(response, fault.status, fault.body ?? dialect.errorBody(errorOf(dialect, fault)));
}

/** What a fault is to a client. Anthropic has one word for an error, its type, and no code. */
export function errorOf(
  { dialect }: DialectRules,
  { status, message, code }: ProviderError,
): ProviderError {
  if (code === undefined) return { status, message };
  return { status, message, ...(dialect === 'anthropic' ? { type: code } : { code }) };
}

const APART_MILLISECONDS = 250;

/**
 * Waits until what was sent has most likely been read, so that what follows is its own read.
 * Nothing in HTTP says when a client has read; a quarter of a second is long for a client that
 * waits for bytes. The round after it is for one in this same process, which may just have been kept
 * from reading as long as the timer was from firing.
 */
export async function standApart(signal: AbortSignal): Promise<void> {
  await wait(APART_MILLISECONDS, undefined, { signal });
  await nextRound();
}

/** Waits as long as a stall lasts; rejects when the exchange is over before that. */
export async function playStall(
  milliseconds: number | 'forever',
  signal: AbortSignal,
): Promise<void> {
  if (milliseconds === 'forever') await orAborted(new Promise<never>(() => {}), signal);
  else await wait(milliseconds, undefined, { signal });
}

export function garbageBytes(text: string | undefined): Buffer {
  return text === undefined ? GARBAGE : Buffer.from(text);
}
