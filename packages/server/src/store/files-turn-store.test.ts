import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newTurnId } from '@dragoman/runtime';
import { thisOwner } from '@dragoman/sandbox';
import { INSTALL_TIMEOUT_MS, testAgent } from '@dragoman/testkit';
import { turnStoreConformance } from '@dragoman/testkit/turn-store-conformance';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeTurn } from '../../test-inputs/written-turn.js';
import { createFilesTurnStore } from './files-turn-store.js';
import type { StoredTurn, TurnStore } from './turn-store.js';

beforeAll(async () => {
  await testAgent('codex');
  await testAgent('claude');
}, INSTALL_TIMEOUT_MS);

describe('turns in files keep the contract of stores', () => {
  for (const { name, check } of turnStoreConformance) {
    test(name, () =>
      check({
        open: (stateDirectory) => createFilesTurnStore(stateDirectory),
        async dropEvents({ stateDirectory, turnId, first }) {
          const journal = join(stateDirectory, 'turns', turnId, 'events.ndjson');
          const lines = (await readFile(journal, 'utf8')).split('\n');
          await writeFile(journal, lines.slice(first - 1).join('\n'));
        },
      }),
    );
  }
});

let stateDirectory: string;
let store: TurnStore;
let failures: unknown[];
beforeEach(async () => {
  stateDirectory = await mkdtemp(join(tmpdir(), 'dragoman-store-'));
  failures = [];
  store = createFilesTurnStore(stateDirectory, { onFailure: (error) => failures.push(error) });
});
afterEach(async () => {
  await store.close();
  await rm(stateDirectory, { recursive: true, force: true });
});

const conversation = (turnId: string) => ({
  ...{ client: 'local', name: 'chat', agent: 'codex', workspace: 'app', turnId },
});

test('a conversation is taken also where its old files can’t be removed; it stayed taken by no turn', async () => {
  const { conversations } = store;
  for (const _turn of [1, 2]) {
    const { id } = writeTurn(stateDirectory, { conversation: 'chat' });
    expect(await conversations.take(conversation(id))).toBe('taken');
  }
  const root = join(stateDirectory, 'server/conversations');
  const [folder = ''] = await readdir(root);
  await rm(join(root, folder, '1.json'));
  await mkdir(join(root, folder, '1.json'));
  const third = conversation(newTurnId());
  expect(await conversations.take(third)).toBe('taken');
  await conversations.release(third);
  expect(await conversations.take(conversation(newTurnId()))).toBe('taken');
});

const end = { type: 'end', status: 'success', exit_code: 0, signal: null, seq: 2 } as const;

async function idsIn(turns: AsyncIterable<StoredTurn>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { entry } of turns) ids.push(entry.id);
  return ids;
}

test('a list reads no more turns than are taken; it read all of a client', async () => {
  const broken = writeTurn(stateDirectory, { record: { end } });
  await rm(join(broken.directory, 'events.ndjson'));
  const latest = writeTurn(stateDirectory);
  for (const _again of [1, 2]) {
    for await (const { entry } of store.list({ client: 'local' })) {
      expect(entry.id).toBe(latest.id);
      break;
    }
  }
  expect(failures).toEqual([]);
  for (const _again of [1, 2]) await idsIn(store.list({ client: 'local' }));
  expect(failures).toMatchObject([{ code: 'journal_missing' }]);
});

/** Cuts all files off that a folder of the server has, as a power cut does. */
async function cutOff(folder: string): Promise<void> {
  const root = join(stateDirectory, 'server', folder);
  for (const name of await readdir(root, { recursive: true })) {
    if (name.endsWith('.json')) await truncate(join(root, name));
  }
}

describe('a file that was cut off', () => {
  test('of a conversation is restored from its turns, and the next one can take it', async () => {
    const { conversations } = store;
    const first = writeTurn(stateDirectory, {
      conversation: 'chat',
      record: { sessionId: 's1' },
    });
    // It ended before it had a session.
    const second = writeTurn(stateDirectory, { conversation: 'chat' });
    for (const { id } of [first, second]) {
      expect(await conversations.take(conversation(id))).toBe('taken');
    }
    await cutOff('conversations');
    const known = { turnId: second.id, sessionId: 's1', agent: 'codex' };
    expect(await conversations.find('local', 'chat')).toMatchObject(known);

    const third = conversation(newTurnId());
    expect(await conversations.take(third)).toBe('taken');
    expect(await conversations.take(conversation(newTurnId()))).toMatchObject({
      turnId: third.turnId,
    });
    await conversations.release(third);
    expect(await conversations.find('local', 'chat')).toMatchObject(known);
  });

  test('of a conversation without a turn keeps nobody from it', async () => {
    const { conversations } = store;
    const lost = conversation(newTurnId());
    await conversations.take(lost);
    await cutOff('conversations');
    expect(await conversations.find('local', 'chat')).toBeUndefined();
    const next = conversation(newTurnId());
    expect(await conversations.take(next)).toBe('taken');
    expect(await conversations.find('local', 'chat')).toMatchObject({ turnId: next.turnId });
  });

  test('of a start is a refusal, since nobody knows what was begun', async () => {
    const start = { client: 'local', key: 'k', bodyHash: 'h', turnId: newTurnId() };
    expect(await store.starts.claim(start)).toBe('claimed');
    await cutOff('starts');
    await expect(store.starts.claim(start)).rejects.toMatchObject({ code: 'turn_unknown' });
  });
});

describe('a list of turns', () => {
  test('hides none behind one that is being removed, or whose journal is gone', async () => {
    const [whole, begun, removed, broken] = [
      writeTurn(stateDirectory),
      writeTurn(stateDirectory, { isOver: false }),
      writeTurn(stateDirectory),
      writeTurn(stateDirectory, { record: { end } }),
    ];
    // Its labels are known, and then it goes.
    expect(await store.find(removed.id)).toBeDefined();
    await rm(removed.directory, { recursive: true });
    await mkdir(removed.directory);
    for (const { directory } of [begun, broken]) await rm(join(directory, 'events.ndjson'));
    for (const _again of [1, 2, 3]) {
      expect(await idsIn(store.list({ client: 'local' }))).toEqual([begun.id, whole.id]);
    }
    // Its owner lives: the journal is to come.
    expect(await (await store.find(begun.id))?.status()).toMatchObject({
      state: 'running',
      lastSeq: 0,
    });
    expect(failures).toMatchObject([{ code: 'journal_missing' }]);
    // Nor does it keep its conversation.
    for (const id of [broken.id, newTurnId()]) {
      expect(await store.conversations.take(conversation(id))).toBe('taken');
    }
    expect(await idsIn(store.list({ client: 'local', state: 'success' }))).toEqual([whole.id]);
  });
});

test('a session is found by the id that its turn has in the end', async () => {
  const turn = writeTurn(stateDirectory, { record: { sessionId: 'old' }, isOver: false });
  expect(await store.findSession('local', 'old')).toMatchObject({ turnId: turn.id });
  turn.note({ sessionId: 'new' });
  expect(await store.findSession('local', 'old')).toBeUndefined();
  expect(await store.findSession('local', 'new')).toMatchObject({ turnId: turn.id });
});

test('a turn that can’t be ended keeps no other from its end, and is reported', async () => {
  const owner = { ...thisOwner(), pid: 2 ** 22, startTime: 'gone' };
  // The latest is the first that is looked at.
  const left = writeTurn(stateDirectory, { isOver: false, record: { owner } });
  writeTurn(stateDirectory, { isOver: false, record: { owner, sandbox: 'elsewhere' } });
  await store.recover();
  expect(failures).toMatchObject([{ code: 'sandbox_unknown' }]);
  const status = await (await store.find(left.id))?.status();
  expect(status).toMatchObject({ state: 'failed', end: { code: 'owner_lost' } });
});

describe('what is kept for whoever comes back', () => {
  test('goes after long, but for the conversations of turns that are there', async () => {
    const kept = writeTurn(stateDirectory);
    for (const [name, turnId] of [
      ['kept', kept.id],
      ['gone', newTurnId()],
      ['released', newTurnId()],
    ] as const) {
      const taken = { ...conversation(turnId), name };
      await store.conversations.take(taken);
      if (name === 'released') await store.conversations.release(taken);
    }
    await store.starts.claim({ client: 'local', key: 'k', bodyHash: 'h', turnId: newTurnId() });
    await store.prune();
    const names = async (folder: string) => readdir(join(stateDirectory, 'server', folder));
    expect([await names('conversations'), await names('starts')]).toMatchObject([
      { length: 3 },
      { length: 1 },
    ]);

    const longAgo = new Date(Date.now() - 91 * 24 * 60 * 60 * 1000);
    for (const folder of ['conversations', 'starts']) {
      for (const name of await names(folder)) {
        await utimes(join(stateDirectory, 'server', folder, name), longAgo, longAgo);
      }
    }
    await store.prune();
    expect([await names('conversations'), await names('starts')]).toMatchObject([
      { length: 1 },
      { length: 0 },
    ]);
    expect(await store.conversations.find('local', 'kept')).toMatchObject({ turnId: kept.id });
    expect(await store.conversations.find('local', 'gone')).toBeUndefined();
  });
});
