import assert from 'node:assert/strict';
import { newTurnId } from '@dragoman/runtime';
import type { TurnStart } from '@dragoman/server';
import { type StoreCase, withStores } from './store-subject.js';

function start(fields: Partial<TurnStart> = {}): TurnStart {
  return { client: 'ada', key: 'k1', bodyHash: 'h1', turnId: newTurnId(), ...fields };
}

/** That a start happens once. */
export const startCases: readonly StoreCase[] = [
  {
    name: 'of several starts under one key exactly one is noted, and all others learn of it',
    check: (subject) =>
      withStores(subject, async ({ store, other }) => {
        const asked = [start(), start(), start({ bodyHash: 'h2' }), start()];
        const claimed = await Promise.all(
          asked.map((one, index) => (index % 2 ? store : other).starts.claim(one)),
        );
        const winners = asked.filter((_one, index) => claimed[index] === 'claimed');
        assert.equal(winners.length, 1);
        for (const one of claimed) {
          if (one === 'claimed') continue;
          assert.deepEqual([one.turnId, one.bodyHash], [winners[0]?.turnId, winners[0]?.bodyHash]);
        }
      }),
  },
  {
    name: 'whoever asks again learns whether the turn of a start has begun',
    check: (subject) =>
      withStores(subject, async ({ store, other }) => {
        const first = start();
        const again = async () => {
          const noted = await other.starts.claim(start());
          return noted === 'claimed' ? noted : [noted.turnId, noted.hasBegun];
        };
        assert.equal(await store.starts.claim(first), 'claimed');
        assert.deepEqual(await again(), [first.turnId, false]);
        await store.starts.note(first);
        assert.deepEqual(await again(), [first.turnId, true]);
      }),
  },
  {
    name: 'a start that was refused is forgotten; one of another client or key is another',
    check: (subject) =>
      withStores(subject, async ({ store, other }) => {
        const first = start();
        assert.equal(await store.starts.claim(first), 'claimed');
        assert.equal(await store.starts.claim(start({ client: 'bob' })), 'claimed');
        assert.equal(await store.starts.claim(start({ key: '../k1' })), 'claimed');
        await store.starts.release(first);
        const second = start();
        assert.equal(await other.starts.claim(second), 'claimed');
        // It isn't its own any more.
        await store.starts.release(first);
        const noted = await store.starts.claim(start());
        assert.equal(noted === 'claimed' ? undefined : noted.turnId, second.turnId);
      }),
  },
];
