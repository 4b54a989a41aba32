import { Hono } from 'hono';
import type { ServerEnv } from '../server-context.js';

/**
 * Whether the process lives, and whether turns can begin. Anybody may ask: they say nothing else.
 *
 * @param check rejects with the reason why no turn can begin
 */
export function probeRoutes(check: () => Promise<void>): Hono<ServerEnv> {
  return new Hono<ServerEnv>()
    .get('/health', (call) => call.json({ ok: true }))
    .get('/ready', async (call) => {
      await check();
      return call.json({ ok: true });
    });
}
