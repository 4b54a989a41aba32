import assert from 'node:assert/strict';
import { join } from 'node:path';
import { newTurnId } from '@dragoman/runtime';
import { openJournal, type TurnRecord } from '@dragoman/runtime/internal';
import { makeFolder, thisOwner, writeJsonFile } from '@dragoman/sandbox';
import type { TurnEntry } from '@dragoman/server';
import { type StoreCase, type StoreFixture, withStores } from './store-subject.js';
import { found, linesOf } from './stored-turns.js';

/** What is left of earlier processes. */
export const recoveryCases: readonly StoreCase[] = [
  {
    name: 'a turn whose owner died gets one end, which says so, and its conversation is free',
    check: (subject) => withStores(subject, recoverTurn),
  },
  {
    name: 'what may be asked for again is not pruned',
    check: (subject) =>
      withStores(subject, async ({ store, other }) => {
        const conversation = { client: 'ada', name: 'chat', agent: 'codex', workspace: 'app' };
        const taken = { ...conversation, turnId: newTurnId() };
        const start = { client: 'ada', key: 'k1', bodyHash: 'h1', turnId: taken.turnId };
        await store.conversations.take(taken);
        await store.conversations.note({ ...taken, sessionId: 's1' });
        await store.starts.claim(start);
        await store.prune();
        await other.prune();
        assert.equal((await other.conversations.find('ada', 'chat'))?.sessionId, 's1');
        assert.notEqual(await other.starts.claim({ ...start, turnId: newTurnId() }), 'claimed');
      }),
  },
];

async function recoverTurn(fixture: StoreFixture): Promise<void> {
  const { store } = fixture;
  const id = writeLostTurn(fixture);
  const conversation = { client: 'ada', name: 'chat', agent: 'codex', workspace: 'app' };
  await store.conversations.take({ ...conversation, turnId: id });
  await store.recover();
  await store.recover();
  const turn = found(await store.find(id));
  const { state, end } = await turn.status();
  assert.deepEqual([state, end?.code], ['failed', 'owner_lost']);
  const lines = await linesOf(turn);
  assert.equal(lines.filter((line) => line.startsWith('{"type":"end"')).length, 1);
  const next = { ...conversation, turnId: newTurnId() };
  assert.equal(await store.conversations.take(next), 'taken');
}

/** A turn as a process leaves it that is killed together with its watchdog. */
function writeLostTurn({ store, stateDirectory, workspace }: StoreFixture): string {
  const id = newTurnId();
  const directory = join(stateDirectory, 'turns', id);
  const createdAt = new Date().toISOString();
  const entry: TurnEntry = {
    ...{ id, client: 'ada', agent: 'codex', workspace: 'app', createdAt },
    conversation: 'chat',
  };
  const record: TurnRecord = {
    id,
    labels: { ...store.labels(entry) },
    createdAt,
    // No system has so many processes.
    owner: { ...thisOwner(), pid: 2 ** 22, startTime: 'gone' },
    workspace,
    stateDirectory,
    runDirectory: directory,
    home: directory,
    homeIsNew: false,
    sandbox: 'process',
  };
  makeFolder(directory);
  writeJsonFile(join(directory, 'turn.json'), record);
  const journal = openJournal(directory);
  journal.append({ type: 'message', role: 'assistant', content: 'Hello.', delta: false });
  journal.close();
  return id;
}
