import assert from 'node:assert/strict';
import { type StoreCase, withStores } from './store-subject.js';
import { found, idsIn, linesOf, SAYS, startIn } from './stored-turns.js';

const ENDS = { tools: [], script: SAYS };

/** How the turns of a client are listed, and how its sessions are found. */
export const listCases: readonly StoreCase[] = [
  {
    name: 'turns are listed page by page, the latest first, wherever they were begun',
    check: (subject) =>
      withStores(subject, async (fixture) => {
        const { other } = fixture;
        const begun = [
          await startIn(fixture, {}, ENDS),
          await startIn(fixture, { conversation: 'another' }, ENDS),
          await startIn(fixture, { client: 'bob' }, ENDS),
          await startIn(fixture, {}, ENDS),
        ];
        for (const { entry } of begun) await linesOf(found(await other.find(entry.id)));
        const ids = begun.map(({ entry }) => entry.id);
        const [first = '', second = '', ofBob = '', last = ''] = ids;
        const list = (query: object) => idsIn(other.list({ client: 'ada', ...query }));
        assert.deepEqual(await list({}), [last, second, first]);
        assert.deepEqual(await list({ before: last }), [second, first]);
        assert.deepEqual(await list({ before: first }), []);
        assert.deepEqual(await list({ conversation: 'chat' }), [last, first]);
        assert.deepEqual(await list({ state: 'success' }), [last, second, first]);
        assert.deepEqual(await list({ state: 'running' }), []);
        assert.deepEqual(await idsIn(other.list({ client: 'bob' })), [ofBob]);
        // Whoever takes one page looks at no more.
        for await (const { entry } of other.list({ client: 'ada' })) {
          assert.equal(entry.id, last);
          break;
        }
      }),
  },
];
