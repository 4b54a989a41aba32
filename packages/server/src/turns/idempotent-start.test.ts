import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createManualTurn } from '../../test-inputs/manual-turn.js';
import { createFilesTurnStore } from '../store/files-turn-store.js';
import { createIdempotentStart } from './idempotent-start.js';

let stateDirectory: string;
beforeEach(async () => {
  stateDirectory = await mkdtemp(join(tmpdir(), 'dragoman-starts-'));
});
afterEach(() => rm(stateDirectory, { recursive: true, force: true }));

const client = { id: 'local' };
const body = { prompt: 'Hi.' };
const key = { idempotencyKey: 'k' };

/** Begins turns in a store, as a server does. */
function createStart(ids: string[] = []) {
  const store = createFilesTurnStore(stateDirectory);
  return createIdempotentStart(
    store,
    async (_client, _body, { id }) => {
      ids.push(id);
      return createManualTurn();
    },
    (error) => {
      throw error;
    },
  );
}

test('a start whose turn has been removed is refused at once when it is repeated', async () => {
  const ids: string[] = [];
  const start = createStart(ids);
  await start(client, body, key);
  const since = performance.now();
  // Also by another server.
  for (const again of [start, createStart(ids)]) {
    await expect(again(client, body, key)).rejects.toMatchObject({ code: 'turn_unknown' });
  }
  expect(performance.now() - since).toBeLessThan(5000);
  expect(ids).toHaveLength(1);
});
