import { Hono } from 'hono';
import type { ServerEnv } from '../server-context.js';

export interface ProbeOptions {
  /** Rejects with the reason why no turn can begin. */
  readonly check: () => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/** Whether the process lives, and whether turns can begin. Anybody may ask: they say nothing else. */
export function probeRoutes({ check, onFailure }: ProbeOptions): Hono<ServerEnv> {
  return new Hono<ServerEnv>()
    .get('/health', (call) => call.json({ ok: true }))
    .get('/ready', async (call) => {
      try {
        await check();
        return call.json({ ok: true });
      } catch (error) {
        onFailure(error);
        return call.json({ ok: false }, 503);
      }
    });
}
