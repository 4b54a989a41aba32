import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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
    fail,
  );
}

function fail(error: unknown): never {
  throw error;
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

test('a start that another server is still at is refused for a while; its client was sent to begin it twice', async () => {
  const other = createFilesTurnStore(stateDirectory);
  const start = createIdempotentStart(other, async () => createManualTurn(), fail, {
    patienceMs: 0,
  });
  let begin = () => {};
  const begun = createIdempotentStart(
    createFilesTurnStore(stateDirectory),
    () => new Promise((resolve) => (begin = () => resolve(createManualTurn()))),
    fail,
  )(client, body, key);
  await expect(start(client, body, key)).rejects.toMatchObject({
    code: 'start_pending',
    details: { headers: { 'retry-after': '5' } },
  });
  begin();
  await begun;
});

test('a start that was refused says why, also where its key can’t be freed at once', async () => {
  const store = createFilesTurnStore(stateDirectory);
  const { starts } = store;
  let failing = 1;
  const release: typeof starts.release = async (asked) => {
    failing -= 1;
    if (failing >= 0) throw Object.assign(new Error('open files'), { code: 'EMFILE' });
    await starts.release(asked);
  };
  const begin = vi.fn().mockRejectedValueOnce(new Error('The policy says no.'));
  begin.mockResolvedValueOnce(createManualTurn());
  const start = createIdempotentStart({ ...store, starts: { ...starts, release } }, begin, fail);
  await expect(start(client, body, key)).rejects.toThrow('The policy says no.');
  await start(client, body, key);
  expect(begin).toHaveBeenCalledTimes(2);
});
