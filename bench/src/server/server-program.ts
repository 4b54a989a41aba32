/**
 * A server in a process that can be measured and killed: `start-server.ts` starts it. It goes with the
 * process that started it.
 */

import { parseJson } from '@dragoman/protocol';
import { createServer } from '@dragoman/server';
import { listen } from '@dragoman/server/node';
import { createRedisTurnStore } from '@dragoman/server/redis';
import { type ServerRequest, type ServerUsage, usageQuestion } from './start-server.js';

const parsed = parseJson(process.argv[2] ?? '');
if (!parsed.ok) throw new Error('The server was started without its settings.');
// Written by `startServer`.
const { stateDirectory, policy, redis } = parsed.value as ServerRequest;
const store = redis && createRedisTurnStore({ ...redis, stateDirectory });
const server = await listen(createServer({ stateDirectory, policy, ...(store && { store }) }));

process.on('message', (asked) => {
  if (asked !== usageQuestion) return;
  // Buffers that one collection finds unused still count until the next one begins.
  globalThis.gc?.();
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external } = process.memoryUsage();
  const usage: ServerUsage = { cpuMs: (user + system) / 1000, rss, held: heapUsed + external };
  process.send?.(usage);
});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.once('SIGTERM', async () => {
  await server.close();
  process.disconnect?.();
});
process.send?.({ url: server.url });
