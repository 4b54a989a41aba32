import assert from 'node:assert/strict';
import { newTurnId } from '@dragoman/runtime';
import type { RelayPage, RelaySession, RelayStore } from '@dragoman/server';
import { type StoreCase, type StoreSubject, withStores } from './store-subject.js';
import { codeOf, startIn } from './stored-turns.js';

const HASH = 'a'.repeat(64);
const AT_ONCE = 8;
const WRONG_IDS = ['', '..', '../../server', 'a\0b', 'x'.repeat(5000)];

function session(sessionId: string, expiresAt = Date.now() + 60_000): RelaySession {
  return { sessionId, tokenHash: HASH, expiresAt };
}

function page(instance: string, fields: Partial<RelayPage> = {}): RelayPage {
  return { instance, tab: `tab-of-${instance}`, connection: 'one', tools: ['look'], ...fields };
}

/** The relay of a turn at work as two processes have it, and that of another turn. */
function withRelays(
  subject: StoreSubject,
  work: (relay: RelayStore, elsewhere: RelayStore, another: RelayStore) => Promise<void>,
): Promise<void> {
  return withStores(subject, async (fixture) => {
    const { store, other } = fixture;
    const { turn } = await startIn(fixture);
    await work(store.relay(turn.id), other.relay(turn.id), store.relay(newTurnId()));
    await turn.cancel();
  });
}

/** Who may answer for a turn, and who does. */
export const relayCases: readonly StoreCase[] = [
  {
    name: 'a session is found everywhere until its time is over, and in its turn alone',
    check: (subject) =>
      withRelays(subject, async (relay, elsewhere, another) => {
        assert.equal(await elsewhere.isOpen(), false);
        await relay.open(session('one'));
        await relay.open(session('two'));
        await relay.open(session('old', Date.now() - 1));
        assert.deepEqual([await elsewhere.isOpen(), await another.isOpen()], [true, false]);
        assert.equal((await elsewhere.session('one'))?.tokenHash, HASH);
        assert.equal((await elsewhere.session('two'))?.sessionId, 'two');
        assert.equal(await elsewhere.session('old'), undefined);
        assert.equal(await another.session('one'), undefined);
        for (const id of WRONG_IDS) assert.equal(await relay.session(id), undefined);
      }),
  },
  {
    name: 'of many pages that claim a request at once exactly one gets it',
    check: (subject) =>
      withRelays(subject, async (relay, elsewhere, another) => {
        await relay.open(session('one'));
        await another.open(session('one'));
        const asked = Array.from({ length: AT_ONCE }, (_none, index) => `instance-${index}`);
        const holders = await Promise.all(
          asked.map((instance, index) =>
            (index % 2 ? relay : elsewhere).claim('request', instance),
          ),
        );
        const [holder = ''] = holders;
        assert.deepEqual(new Set(holders), new Set([holder]));
        assert.ok(asked.includes(holder));
        assert.equal(await elsewhere.claimant('request'), holder);
        assert.equal(await another.claimant('request'), undefined);
        for (const id of WRONG_IDS) assert.equal(await relay.claimant(id), undefined);
        await relay.release('request', 'somebody else');
        assert.equal(await elsewhere.claim('request', 'late'), holder);
        await elsewhere.release('request', holder);
        assert.equal(await relay.claim('request', 'next'), 'next');
      }),
  },
  {
    name: 'another load of a tab takes the place of the one before, for ever; another tab does not',
    check: (subject) =>
      withRelays(subject, async (relay, elsewhere) => {
        await relay.open(session('one'));
        const [before, after] = ['before-1', 'after-2'].map((one) => page(one, { tab: 'tab' }));
        const beside = page('beside-3', { tools: ['look', 'act'] });
        assert.ok(before && after);
        assert.equal(await relay.join(before), 'there');
        assert.equal(await elsewhere.join(beside), 'there');
        // Clocks have to show that it came later.
        await new Promise((resolve) => setTimeout(resolve, 5));
        assert.equal(await elsewhere.join(after), 'there');
        assert.equal(await relay.join(before), 'replaced');
        assert.equal(await relay.touch(before.instance, 'one'), false);
        assert.equal(await relay.touch(after.instance, 'one'), true);
        assert.equal(await relay.touch('nobody-4', 'one'), false);
        const known = new Map((await relay.pages()).map((one) => [one.instance, one]));
        const { connection: _latest, ...shown } = beside;
        assert.deepEqual(known.get('beside-3'), { ...shown, isThere: true });
        assert.equal(known.get('before-1')?.isThere ?? false, false);
        assert.equal(known.get('after-2')?.isThere, true);
        assert.equal(await relay.join({ ...beside, tools: ['less'] }), 'there');
        const [now] = (await elsewhere.pages()).filter(({ instance }) => instance === 'beside-3');
        assert.deepEqual(now?.tools, ['less']);
      }),
  },
  {
    name: 'of loads of one tab that join at once exactly one counts',
    check: (subject) =>
      withRelays(subject, async (relay, elsewhere) => {
        await relay.open(session('one'));
        const loads = Array.from({ length: AT_ONCE }, (_none, index) => `instance-${index}`);
        await Promise.all(
          loads.map((instance, index) =>
            (index % 2 ? relay : elsewhere).join(page(instance, { tab: 'tab' })),
          ),
        );
        const there = (await relay.pages()).filter(({ isThere }) => isThere);
        assert.equal(there.length, 1);
        const touched = await Promise.all(loads.map((one) => elsewhere.touch(one, 'one')));
        assert.equal(touched.filter(Boolean).length, 1);
      }),
  },
  {
    name: 'a page leaves by its latest connection alone, and can come back',
    check: (subject) =>
      withRelays(subject, async (relay, elsewhere) => {
        await relay.open(session('one'));
        const isThere = async () => (await relay.pages())[0]?.isThere;
        await relay.join(page('instance-1', { connection: 'first' }));
        await elsewhere.join(page('instance-1', { connection: 'second' }));
        assert.equal(await relay.touch('instance-1', 'first'), false);
        await relay.leave('instance-1', 'first');
        assert.equal(await isThere(), true);
        await relay.leave('instance-1', 'second');
        assert.equal(await isThere(), false);
        assert.equal(await elsewhere.touch('instance-1', 'second'), false);
        assert.equal(await isThere(), false);
        assert.equal(await elsewhere.join(page('instance-1')), 'there');
        assert.equal(await isThere(), true);
      }),
  },
  {
    name: 'a relay that is not open keeps nothing, and one that is closed has nothing left',
    check: (subject) =>
      withRelays(subject, async (relay, elsewhere) => {
        const keepsNothing = async () => {
          assert.equal(await elsewhere.join(page('instance-1')), 'over');
          assert.equal(await elsewhere.touch('instance-1', 'one'), false);
          assert.equal(await elsewhere.claim('request', 'instance-1'), undefined);
          await elsewhere.release('request', 'instance-1');
          await elsewhere.leave('instance-1', 'one');
          assert.deepEqual(await relay.pages(), []);
          assert.equal(await relay.claimant('request'), undefined);
          assert.equal(await relay.isOpen(), false);
        };
        await keepsNothing();
        await relay.open(session('one'));
        await elsewhere.join(page('instance-1'));
        await elsewhere.claim('request', 'instance-1');
        await relay.close();
        await keepsNothing();
        assert.equal(await elsewhere.session('one'), undefined);
        await relay.close();
      }),
  },
  {
    name: 'relays of turns that have ended are forgotten, and those of others stay',
    check: (subject) =>
      withStores(subject, async (fixture) => {
        const { store, other } = fixture;
        const [over, open] = [await startIn(fixture), await startIn(fixture)];
        await over.turn.cancel();
        for (const { entry } of [over, open]) await store.relay(entry.id).open(session('one'));
        await other.prune();
        assert.equal(await store.relay(over.entry.id).isOpen(), false);
        assert.equal(await store.relay(open.entry.id).isOpen(), true);
        assert.equal(await codeOf(store.relay('../..').close()), undefined);
        await open.turn.cancel();
      }),
  },
];
