import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '@dragoman/protocol/internal';
import { newTurnId } from '@dragoman/runtime';
import { waitUntil } from '../wait-until.js';
import { type StoreCase, type StoreFixture, withStores } from './store-subject.js';
import { codeOf, found, idsIn, linesOf, SAYS, startIn } from './stored-turns.js';

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
    name: 'readers of one turn get all of its events from any cursor, in both stores at once',
    check: (subject) => withStores(subject, readAtOnce),
  },
  {
    name: 'a cursor whose events are gone is refused with the first that is left',
    check: (subject) => withStores(subject, readDropped),
  },
  {
    name: 'an agent at work is given more input from elsewhere',
    check: (subject) => withStores(subject, steerTurn),
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
  const all = await linesOf(here);
  // Who has read the end there finds the turn ended there.
  assert.deepEqual(await linesOf(there), all);
  assert.deepEqual(await there.status(), ended);
  assert.equal(await there.answer(requestId, { output: 'Too late.' }), 'late');
  assert.equal(await there.answer('nobody', { output: 1 }), 'unknown');
  assert.equal(await codeOf(there.input('Too late.')), 'turn_over');
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

/** Readers that begin while the turn is at work, and one that stops in the middle. */
async function readAtOnce(fixture: StoreFixture): Promise<void> {
  const { store, other } = fixture;
  const print = 'for i in $(seq 1 300); do echo line $i; done';
  const { turn, entry } = await startIn(
    fixture,
    {},
    { tools: [], script: { steps: [{ run: print }, { run: print }, { say: 'Done.' }] } },
  );
  const [here, there] = [found(await store.find(entry.id)), found(await other.find(entry.id))];
  await waitUntil('it has begun', async () => (await here.status()).lastSeq >= 2);
  const left = new AbortController();
  const leaving = (async () => {
    const lines: string[] = [];
    for await (const line of there.lines({ signal: left.signal })) {
      lines.push(line);
      if (lines.length === 2) left.abort();
    }
    return lines;
  })();
  const reading = [here, there, there].map((one, at) => linesOf(one, at));
  const [all = [], ...others] = await Promise.all(reading);
  assert.deepEqual(others, [all.slice(1), all.slice(2)]);
  assert.deepEqual(await leaving, all.slice(0, 2));
  const seqs = all.map((line) => Number(/"seq":(\d+)/.exec(line)?.[1]));
  assert.deepEqual(
    seqs,
    [...all.keys()].map((at) => at + 1),
  );
  assert.equal(all.filter((line) => line.startsWith('{"type":"end"')).length, 1);
  await turn.outcome;
}

async function readDropped(fixture: StoreFixture): Promise<void> {
  const { other, dropEvents } = fixture;
  const { turn, entry } = await startIn(fixture, {}, { tools: [], script: SAYS });
  const there = found(await other.find(entry.id));
  const all = await linesOf(there);
  await turn.outcome;
  const first = 4;
  await dropEvents(entry.id, first);
  for (const after of [0, first - 2]) {
    const refused = await there.checkCursor(after).catch((error: unknown) => error);
    assert.equal(errorCode(refused), 'cursor_expired');
    // At the latest with the first event: a reader is never given a gap.
    assert.equal(await codeOf(linesOf(there, after)), 'cursor_expired');
  }
  await there.checkCursor(first - 1);
  assert.deepEqual(await linesOf(there, first - 1), all.slice(first - 1));
}

/** Claude Code, which takes input while it works. */
async function steerTurn(fixture: StoreFixture): Promise<void> {
  const { other, workspace } = fixture;
  const script = {
    steps: [
      { run: 'until test -e go; do sleep 0.05; done' },
      { actions: [{ say: 'So be it.' }], times: 4 },
    ],
  };
  const { turn, entry } = await startIn(
    fixture,
    { agent: 'claude' },
    { agent: 'claude', acceptsInput: true, tools: [], script },
  );
  const there = found(await other.find(entry.id));
  await there.input('Also this.');
  assert.equal(await codeOf(there.input('/clear')), 'invalid_request');
  await writeFile(join(workspace, 'go'), '');
  await turn.outcome;
  const read = (await linesOf(there)).filter((line) => line.includes('Also this.'));
  assert.equal(read.length, 1);
  assert.equal(await codeOf(there.input('Late.')), 'turn_over');
}
