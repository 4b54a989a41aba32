import assert from 'node:assert/strict';
import { newTurnId } from '@dragoman/runtime';
import type { StoredTurn } from '@dragoman/server';
import { waitUntil } from '../wait-until.js';
import { type StoreCase, type StoreFixture, withStores } from './store-subject.js';
import { codeOf, found, startIn } from './stored-turns.js';

async function linesOf(turn: StoredTurn, after = 0): Promise<readonly string[]> {
  const lines: string[] = [];
  const { signal } = new AbortController();
  for await (const line of turn.lines({ after, signal })) lines.push(line);
  return lines;
}

/** Turns, as they are found, read and answered. */
export const turnCases: readonly StoreCase[] = [
  {
    name: 'no text that a client may send finds what is no turn',
    check: (subject) =>
      withStores(subject, async ({ store, stateDirectory }) => {
        const texts = ['', '.', '..', '../homes', stateDirectory, 'x'.repeat(5000), newTurnId()];
        for (const text of texts) assert.equal(await store.find(text), undefined);
      }),
  },
  {
    name: 'a turn is followed from its start to its end, here and from another process',
    check: (subject) => withStores(subject, followTurn),
  },
  {
    name: 'a turn that is canceled elsewhere ends, and lets go of its conversation',
    check: (subject) =>
      withStores(subject, async (fixture) => {
        const { store, other } = fixture;
        const { entry } = await startIn(fixture);
        const conversation = { client: 'ada', name: 'chat', agent: 'codex', workspace: 'app' };
        assert.equal(
          await store.conversations.take({ ...conversation, turnId: entry.id }),
          'taken',
        );
        const next = { ...conversation, turnId: newTurnId() };
        const busy = await other.conversations.take(next);
        assert.equal(busy === 'taken' ? undefined : busy.turnId, entry.id);
        await found(await other.find(entry.id)).cancel('enough');
        assert.equal((await found(await store.find(entry.id)).status()).state, 'canceled');
        assert.equal(await other.conversations.take(next), 'taken');
      }),
  },
];

async function followTurn(fixture: StoreFixture): Promise<void> {
  const { store, other } = fixture;
  const { turn, entry } = await startIn(fixture);
  const here = found(await store.find(entry.id));
  const there = found(await other.find(entry.id));
  assert.deepEqual({ ...there.entry, createdAt: '' }, { ...here.entry, createdAt: '' });

  const waiting = await waitUntil('the agent waits for an answer', async () => {
    const status = await there.status();
    return status.state === 'waiting' ? status : undefined;
  });
  const [request] = waiting.requests;
  assert.deepEqual([request?.type, request?.tool_name], ['tool_request', 'ask']);
  assert.equal(waiting.lastSeq >= (request?.seq ?? Number.NaN), true);
  assert.deepEqual((await here.status()).requests, waiting.requests);
  assert.deepEqual(await idsIn(store.list({ client: 'ada', state: 'waiting' })), [entry.id]);

  const requestId = request?.requestId ?? '';
  assert.equal(await there.answer('nobody', { output: 1 }), 'unknown');
  assert.equal(await there.answer(requestId, { output: 'This one.' }), 'taken');
  assert.equal(await here.answer(requestId, { output: 'This one.' }), 'taken');
  assert.equal(await here.answer(requestId, { output: 'Another.' }), 'late');
  await turn.outcome;

  const ended = await here.status();
  assert.deepEqual([ended.state, ended.requests, ended.end?.status], ['success', [], 'success']);
  assert.deepEqual(await there.status(), ended);
  const all = await linesOf(here);
  assert.equal(all.length, ended.lastSeq);
  assert.deepEqual(await linesOf(there, 2), all.slice(2));
  assert.deepEqual(await linesOf(there, ended.lastSeq), []);
  const { signal } = new AbortController();
  const batches = [];
  for await (const { lines, bytes } of there.batches({ signal })) {
    batches.push(...lines);
    if (bytes !== undefined) assert.equal(new TextDecoder().decode(bytes), lines.join(''));
  }
  assert.deepEqual(batches, all);
  await here.checkCursor(ended.lastSeq);
  assert.equal(await codeOf(there.checkCursor(ended.lastSeq + 1)), 'cursor_beyond_end');

  assert.deepEqual(await idsIn(other.list({ client: 'ada', conversation: 'chat' })), [entry.id]);
  assert.deepEqual(await idsIn(other.list({ client: 'bob' })), []);
  assert.deepEqual(await idsIn(other.list({ client: 'ada', conversation: 'other' })), []);
  assert.deepEqual(await idsIn(other.list({ client: 'ada', before: entry.id })), []);
  const session = ended.sessionId ?? '';
  assert.equal((await other.findSession('ada', session))?.turnId, entry.id);
  assert.equal(await other.findSession('bob', session), undefined);
}

async function idsIn(turns: AsyncIterable<StoredTurn>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { entry } of turns) ids.push(entry.id);
  return ids;
}
