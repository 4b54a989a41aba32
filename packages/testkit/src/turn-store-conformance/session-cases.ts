import assert from 'node:assert/strict';
import type { SweepOptions } from '@dragoman/server';
import { type StoreCase, type StoreFixture, withStores } from './store-subject.js';
import { codeOf, found, startIn } from './stored-turns.js';

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
      script: { steps: [{ run: 'mkdir -p out && printf kept > out/note.txt' }, { say: 'Done.' }] },
    },
  );
  await turn.outcome;
  return { id: entry.id, sessionId: turn.sessionId ?? '' };
}

/** What turns leave: their files, their sessions, and how both go. */
export const sessionCases: readonly StoreCase[] = [
  {
    name: 'artifacts, session and messages of a turn are found elsewhere, and go together',
    check: (subject) => withStores(subject, readAndRemove),
  },
  {
    name: 'what is old goes, and what is open stays',
    check: (subject) =>
      withStores(subject, async (fixture) => {
        const { store, other } = fixture;
        const old = await endedIn(fixture);
        const open = await startIn(fixture);
        await other.sessions.sweep(sweepOf({}));
        assert.notEqual(await store.find(old.id), undefined);
        await other.sessions.sweep(sweepOf({ olderThanMs: 0 }));
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
  const { store, other } = fixture;
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
