import { readFile } from 'node:fs/promises';
import { DragomanError } from '@dragoman/protocol';
import { reasonOf } from '@dragoman/protocol/internal';
import type { TurnStore } from '@dragoman/server';
import type { ServeConfig } from './serve-settings.js';

/** The store of turns that servers share, and where it is, without what is secret. */
export interface SharedStore {
  readonly store: TurnStore;
  readonly address: string;
}

/**
 * The store for the Redis that an operator names; nothing if there is none. Rejects where that can't be
 * used: a server that waits for it would refuse all that clients begin.
 */
export async function sharedStore(
  url: string | undefined,
  { redis = {} }: ServeConfig,
  stateDirectory: string,
): Promise<SharedStore | undefined> {
  const named = url ?? redis.url;
  if (named === undefined) return undefined;
  // Only now: its client is not loaded for servers that stand alone.
  const { checkRedis, createRedisTurnStore, redisAddress } = await import('@dragoman/server/redis');
  const address = redisAddress(named);
  const { keyPrefix, node: nodeName, lease: leaseMs, events: streamBytes } = redis;
  const tls = redis.ca === undefined ? undefined : { ca: await authorityIn(redis.ca) };
  const connection = { url: named, keyPrefix, tls };
  const { problem } = await checkRedis(connection);
  if (problem !== undefined) {
    throw new DragomanError(
      'store_unavailable',
      `The Redis at ${address} can't be used. ${problem}`,
    );
  }
  const store = createRedisTurnStore({
    ...connection,
    ...{ stateDirectory, nodeName, leaseMs, streamBytes, keepEventsMs: redis.keepEvents },
  });
  return { store, address };
}

async function authorityIn(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    const words = `The authority of Redis, ${path}, can't be read: ${reasonOf(cause)}.`;
    throw new DragomanError('invalid_request', words, { cause });
  }
}
