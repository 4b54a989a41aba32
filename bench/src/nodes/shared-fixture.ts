import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { WrittenScript } from '@dragoman/gateway';
import { openTurn } from '@dragoman/runtime';
import type { TurnStore } from '@dragoman/server';
import { createRedisTurnStore } from '@dragoman/server/redis';
import {
  createTurnFixture,
  startRedisServer,
  type TurnFixture,
  testAgent,
} from '@dragoman/testkit';
import { scriptedPolicy } from '../server/server-fixture.js';
import { type ServerProcess, startServer } from '../server/start-server.js';
import type { WrittenTurn } from '../server/written-turn.js';

/** Servers with a Redis. The first has the state folder of the fixture, the others have their own. */
export interface SharedFixture extends TurnFixture {
  readonly servers: readonly [ServerProcess, ...ServerProcess[]];
  /** A server on the same folder as the first, without Redis. */
  readonly alone: ServerProcess;
  /** Makes a turn that this process writes known to all, and publishes it from here. */
  announce(turn: WrittenTurn): Promise<void>;
}

/** All of a long journal has to be there. */
const STREAM_BYTES = 1024 * 1024 * 1024;

/** @param servers how many there are beside the one without Redis */
export async function withSharedServers<Result>(
  script: WrittenScript,
  servers: number,
  use: (shared: SharedFixture) => Promise<Result>,
): Promise<Result> {
  await testAgent('codex');
  const fixture = await createTurnFixture();
  const redis = await startRedisServer();
  const policy = scriptedPolicy(fixture.workspace, script);
  const settings = { url: redis.url, streamBytes: STREAM_BYTES };
  const started: ServerProcess[] = [];
  let store: TurnStore | undefined;
  try {
    for (let count = 0; count < servers; count += 1) {
      const stateDirectory = join(fixture.stateDirectory, ...(count === 0 ? [] : [`../${count}`]));
      await mkdir(stateDirectory, { recursive: true, mode: 0o700 });
      started.push(await startServer({ stateDirectory, policy, redis: settings }));
    }
    const { stateDirectory } = fixture;
    const alone = await startServer({ stateDirectory: join(stateDirectory, '../alone'), policy });
    const own = createRedisTurnStore({ ...settings, stateDirectory });
    store = own;
    const result = await use({
      ...fixture,
      servers: started as [ServerProcess, ...ServerProcess[]],
      alone,
      async announce(turn) {
        await own.add(await openTurn(turn.id, { stateDirectory }), turn.entry);
      },
    });
    await alone.close();
    return result;
  } finally {
    for (const server of started) await server.close();
    await store?.close();
    await redis.remove();
    await fixture.remove();
  }
}
