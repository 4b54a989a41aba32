import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { DialectRules } from '../dialects/dialect.js';
import { sendJson } from '../server/send-json.js';
import { orAborted } from './or-aborted.js';
import type { Fault, RefusalFault } from './script.js';

/** A fault that comes while a reply is on its way. */
export type InterruptingFault = Exclude<Fault, RefusalFault>;

/** Bytes that are neither UTF-8 nor an event nor JSON, the same every time. */
const GARBAGE = Buffer.from([
  0xff, 0xfe, 0x00, 0x7b, 0xc3, 0x28, 0x0a, 0x0a, 0x80, 0xf0, 0x9f, 0x0a,
]);

/** Refuses a request as the script says. */
export function playRefusal(
  response: ServerResponse,
  dialect: DialectRules,
  fault: RefusalFault,
): void {
  for (const [name, value] of Object.entries(fault.headers)) response.setHeader(name, value);
  if (typeof fault.body === 'string') {
    response.writeHead(fault.status);
    response.end(fault.body);
    return;
  }
  sendJson(response, fault.status, fault.body ?? dialect.errorBody(fault));
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
