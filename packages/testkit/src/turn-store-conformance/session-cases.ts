import assert from 'node:assert/strict';
import type { StoredTurn, SweepOptions } from '@dragoman/server';
import { waitUntil } from '../wait-until.js';
import { type StoreCase, type StoreFixture, withStores } from './store-subject.js';
import { codeOf, found, linesOf, startIn } from './stored-turns.js';

/** A short file, and one of several pieces. */
const WRITES =
  'mkdir -p out && printf kept > out/note.txt && printf 0123456789%.0s $(seq 100000) > out/large.txt';
const NOTHING_WAITS = { tools: [] } as const;

/** A turn that has ended, and its session. */
async function endedIn(fixture: StoreFixture): Promise<{ id: string; sessionId: string }> {
  const { turn, entry } = await startIn(
    fixture,
    {},
    {
      ...NOTHING_WAITS,
      prompt: 'Write it down.',
      artifacts: 'out',
      script: { steps: [{ run: WRITES }, { say: 'Done.' }] },
    },
  );
  await turn.outcome;
  return { id: entry.id, sessionId: turn.sessionId ?? '' };
}

/** What turns leave: their files, their sessions, and how both go. */
export const sessionCases: readonly StoreCase[] = [
  {
    name: 'artifacts, session and messages of a turn are found in every process, and go together',
    check: (subject) => withStores(subject, readAndRemove),
  },
  {
    name: 'on another machine artifacts and messages are read, and what only its own machine can do is refused',
    check: (subject) =>
      withStores(subject, async (fixture) => {
        if (fixture.isApart) await askElsewhere(fixture);
      }),
  },
  {
    name: 'what is old goes, and what is open stays',
    check: (subject) =>
      withStores(subject, async (fixture) => {
        const { store, other } = fixture;
        const old = await endedIn(fixture);
        const open = await startIn(fixture);
        await store.sessions.sweep(sweepOf({}));
        assert.notEqual(await store.find(old.id), undefined);
        // Another machine has other turns.
        const owner = fixture.isApart ? store : other;
        await owner.sessions.sweep(sweepOf({ olderThanMs: 0 }));
        await owner.prune();
        assert.equal(await other.find(old.id), undefined);
        assert.equal(await store.find(old.id), undefined);
        assert.notEqual(await store.find(open.entry.id), undefined);
        await open.turn.cancel();
      }),
  },
];

function sweepOf(retention: SweepOptions['retention']): SweepOptions {
  const { signal } = new AbortController();
  return { retention, signal, onFailure: (error) => assert.fail(String(error)) };
}

async function readAndRemove(fixture: StoreFixture): Promise<void> {
  const { store } = fixture;
  const other = fixture.isApart ? store : fixture.other;
  const { id, sessionId } = await endedIn(fixture);
  const turn = found(await other.find(id));
  const { stream, size } = await turn.artifact('out/note.txt');
  assert.equal(await new Response(stream).text(), 'kept');
  assert.equal(size, 4);
  for (const path of ['', 'out', '../turn.json', '/etc/passwd']) {
    assert.equal(await codeOf(turn.artifact(path)), 'artifact_unknown');
  }

  const session = await other.sessions.find(turn, sessionId);
  assert.deepEqual([session?.sessionId, session?.turns], [sessionId, 1]);
  assert.equal(await other.sessions.find(turn, 'another'), undefined);
  const { signal } = new AbortController();
  const page = await other.sessions.messages(turn, sessionId, { last: 50 }, { signal });
  assert.match(JSON.stringify(page.messages), /Write it down\..*Done\./);

  const conversation = { client: 'ada', name: 'chat', agent: 'codex', workspace: 'app' };
  await store.conversations.take({ ...conversation, turnId: id });
  await store.conversations.note({ ...conversation, turnId: id, sessionId });
  await other.sessions.remove(turn, sessionId, { withForks: false });
  assert.equal(await store.find(id), undefined);
  assert.equal(await store.findSession('ada', sessionId), undefined);
  // Whoever goes on with the conversation must learn that its session is gone.
  assert.equal((await store.conversations.find('ada', 'chat'))?.sessionId, sessionId);
  const again = other.sessions.remove(turn, sessionId, { withForks: true });
  assert.equal(await codeOf(again), 'session_unknown');
}

async function askElsewhere(fixture: StoreFixture): Promise<void> {
  const { store, other } = fixture;
  const { id, sessionId } = await endedIn(fixture);
  const turn = found(await other.find(id));
  await linesOf(turn);
  const known = await other.findSession('ada', sessionId);
  assert.deepEqual([known?.turnId, known?.elsewhere !== undefined], [id, true]);
  assert.equal((await store.findSession('ada', sessionId))?.elsewhere, undefined);
  assert.equal(await other.findSession('bob', sessionId), undefined);
  await waitUntil('the session is known', () => other.sessions.find(turn, sessionId));
  assert.equal(await readText(turn, 'out/note.txt'), 'kept');
  assert.equal(await readText(turn, 'out/large.txt'), '0123456789'.repeat(100_000));
  assert.equal(await codeOf(turn.artifact('/etc/passwd')), 'artifact_unknown');
  const { signal } = new AbortController();
  const messages = () => other.sessions.messages(turn, sessionId, { last: 50 }, { signal });
  assert.match(JSON.stringify(await messages()), /Write it down\..*Done\./);
  const removed = other.sessions.remove(turn, sessionId, { withForks: false });
  assert.equal(await codeOf(removed), 'session_elsewhere');
  const conversation = { client: 'ada', name: 'chat', agent: 'codex', workspace: 'app' };
  await store.conversations.take({ ...conversation, turnId: id });
  await store.conversations.note({ ...conversation, turnId: id, sessionId });
  assert.notEqual((await other.conversations.find('ada', 'chat'))?.elsewhere, undefined);
  assert.equal((await store.conversations.find('ada', 'chat'))?.elsewhere, undefined);
  await store.close();
  for (const refused of [turn.artifact('out/note.txt'), messages()]) {
    assert.equal(await codeOf(refused), 'session_elsewhere');
  }
}

async function readText(turn: StoredTurn, path: string): Promise<string> {
  const { stream, size } = await turn.artifact(path);
  const text = await new Response(stream).text();
  assert.equal(text.length, size);
  return text;
}
