import assert from 'node:assert/strict';
import { newTurnId } from '@dragoman/runtime';
import type { Conversation } from '@dragoman/server';
import { type StoreCase, withStores } from './store-subject.js';

function conversation(fields: Partial<Conversation> = {}): Conversation {
  const { client = 'ada', name = 'chat', agent = 'codex', workspace = 'app' } = fields;
  return { client, name, agent, workspace, turnId: newTurnId(), ...fields };
}

const AT_ONCE = 8;

/** Which turn a conversation has, and what it remembers. */
export const conversationCases: readonly StoreCase[] = [
  {
    name: 'of several turns that take a conversation at once exactly one gets it',
    check: (subject) =>
      withStores(subject, async ({ store, other }) => {
        const asked = Array.from({ length: AT_ONCE }, () => conversation());
        const taken = await Promise.all(
          asked.map((one, index) => (index % 2 ? store : other).conversations.take(one)),
        );
        const winners = asked.filter((_one, index) => taken[index] === 'taken');
        assert.equal(winners.length, 1);
        const losers = taken.flatMap((one) => (one === 'taken' ? [] : [one.turnId]));
        assert.deepEqual(new Set(losers), new Set([winners[0]?.turnId]));
      }),
  },
  {
    name: 'a turn that could not begin leaves its conversation as it was',
    check: (subject) =>
      withStores(subject, async ({ store, other }) => {
        const { conversations } = store;
        const first = conversation();
        assert.equal(await conversations.take(first), 'taken');
        await conversations.release(first);
        assert.equal(await other.conversations.find('ada', 'chat'), undefined);
        assert.equal(await conversations.take(first), 'taken');
        await conversations.note({ ...first, sessionId: 's1', folder: '/f' });
        const second = conversation();
        // The first has begun, and is gone.
        assert.equal(await other.conversations.take(second), 'taken');
        await other.conversations.release(second);
        const left = await conversations.find('ada', 'chat');
        assert.deepEqual([left?.turnId, left?.sessionId], [first.turnId, 's1']);
      }),
  },
  {
    name: 'a conversation remembers its session and its folder from turn to turn',
    check: (subject) =>
      withStores(subject, async ({ store, other }) => {
        const first = conversation();
        await store.conversations.take(first);
        await store.conversations.note({ ...first, sessionId: 's1', folder: '/f' });
        const second = conversation({ agent: '', workspace: '' });
        assert.equal(await other.conversations.take(second), 'taken');
        const { sessionId, folder, agent, turnId } =
          (await store.conversations.find('ada', 'chat')) ?? {};
        assert.deepEqual([sessionId, folder, agent, turnId], ['s1', '/f', 'codex', second.turnId]);
      }),
  },
  {
    name: 'a turn that has lost its conversation can’t note or release anything in it',
    check: (subject) =>
      withStores(subject, async ({ store, other }) => {
        const [first, second] = [conversation(), conversation()];
        await store.conversations.take(first);
        await store.conversations.note({ ...first, sessionId: 's1' });
        await other.conversations.take(second);
        await store.conversations.note({ ...first, sessionId: 's0' });
        await store.conversations.release(first);
        const found = await other.conversations.find('ada', 'chat');
        assert.deepEqual([found?.sessionId, found?.turnId], ['s1', second.turnId]);
      }),
  },
  {
    name: 'a conversation is its client’s alone, whatever its name is',
    check: (subject) =>
      withStores(subject, async ({ store: { conversations } }) => {
        for (const name of ['../..', '/', '', 'a\0b', 'x'.repeat(200), '💬']) {
          const mine = conversation({ name });
          assert.equal(await conversations.take(mine), 'taken');
          assert.equal(await conversations.take(conversation({ name, client: 'bob' })), 'taken');
          assert.equal((await conversations.find('ada', name))?.turnId, mine.turnId);
          assert.notEqual((await conversations.find('bob', name))?.turnId, mine.turnId);
        }
      }),
  },
];
