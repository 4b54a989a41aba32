import { setTimeout as delay } from 'node:timers/promises';
import { DragomanError } from '@dragoman/protocol';

const PAUSE_MS = 25;

/** Far more than anything here takes, because machines that run tests are busy. */
const LIMIT_MS = 60_000;

/** What `look` sees as soon as it sees something. */
export async function waitUntil<Seen>(
  what: string,
  look: () => Promise<Seen | undefined> | Seen | undefined,
  limitMs: number = LIMIT_MS,
): Promise<Seen> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    if (performance.now() > deadline) break;
    await delay(PAUSE_MS);
  }
  throw new DragomanError('test_waited', `It never came to this: ${what}.`);
}
