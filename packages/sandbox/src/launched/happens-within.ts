import { setTimeout as delay } from 'node:timers/promises';

/** Whether something comes within a time. Leaves no timer behind when it does. */
export async function happensWithin(promise: Promise<unknown>, limitMs: number): Promise<boolean> {
  const waiting = new AbortController();
  const happened = await Promise.race([
    promise.then(() => true),
    delay(limitMs, false, { signal: waiting.signal }).catch(() => false),
  ]);
  waiting.abort();
  return happened;
}
