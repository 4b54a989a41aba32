import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createTurnFixture,
  type RedisServer,
  startRedisServer,
  testAgent,
  testCacheDirectory,
} from '@dragoman/testkit';
import { vi } from 'vitest';
import type { DragomanServer, ServerLimits, ServerPolicy } from '../src/contract.js';
import { createServer } from '../src/create-server.js';
import { createRedisTurnStore } from '../src/redis/redis-turn-store.js';
import { postRequest } from './server-fixture.js';

/** Servers as on several machines, beside one Redis. */
export interface RedisServers {
  readonly redis: RedisServer;
  /** Two servers that share nothing with those of another name. */
  serveTwo(
    name: string,
    limits?: ServerLimits,
  ): Promise<{ readonly one: Node; readonly two: Node }>;
  /** Closes the servers and removes the folders. */
  remove(): Promise<void>;
}

export interface Node {
  readonly server: DragomanServer;
  get(path: string): Promise<Response>;
  post(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>;
}

/** Turns run unconfined here: what confines them is tested where it is made. */
export async function createRedisServers(agents: ServerPolicy['agents']): Promise<RedisServers> {
  await testAgent('codex');
  vi.stubEnv('DRAGOMAN_CACHE', testCacheDirectory());
  const fixture = await createTurnFixture();
  const redis = await startRedisServer();
  const servers: DragomanServer[] = [];

  const serve = async (name: string, nodeName: string, limits: ServerLimits): Promise<Node> => {
    const stateDirectory = join(fixture.stateDirectory, `../${name}-${nodeName}`);
    await mkdir(stateDirectory, { mode: 0o700 });
    const { url } = redis;
    const store = createRedisTurnStore({
      ...{ url, stateDirectory, nodeName, keyPrefix: `${name}:`, commandMs: 3000 },
    });
    const workspaces = { app: { path: fixture.workspace } };
    const policy: ServerPolicy = { agents, workspaces, sandbox: 'process', limits };
    const server = createServer({ stateDirectory, store, policy });
    servers.push(server);
    return {
      server,
      get: (path) => server.fetch(new Request(`http://localhost${path}`)),
      post: (path, body, headers) => server.fetch(postRequest(path, body, headers)),
    };
  };

  return {
    redis,
    async serveTwo(name, limits = {}) {
      const [one, two] = await Promise.all([
        serve(name, 'one', limits),
        serve(name, 'two', limits),
      ]);
      return { one, two };
    },
    async remove() {
      await Promise.all(servers.map((server) => server.close()));
      vi.unstubAllEnvs();
      await redis.remove();
      await fixture.remove();
    },
  };
}
