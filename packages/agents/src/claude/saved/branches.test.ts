import type { JsonObject } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { createBranches } from './branches.js';

/** Notes records in order; those whose names are capitals are prompts. */
function leftBehind(...records: readonly (readonly [uuid: string, parentUuid: string | null])[]) {
  const branches = createBranches();
  for (const [uuid, parentUuid] of records) {
    const record: JsonObject = { uuid, parentUuid };
    branches.note(record);
    if (uuid === uuid.toUpperCase()) branches.beginTurn();
  }
  return [...branches.leftBehind()];
}

test('a session that goes on from its last record leaves nothing behind', () => {
  expect(leftBehind(['A', null], ['a', 'A'], ['B', 'a'], ['b', 'B'], ['C', 'b'])).toEqual([]);
});

test('a prompt that goes on from an earlier turn leaves those in between behind', () => {
  expect(leftBehind(['A', null], ['a', 'A'], ['B', 'a'], ['b', 'B'], ['C', 'a'])).toEqual([2]);
  expect(
    leftBehind(['A', null], ['a', 'A'], ['B', 'a'], ['C', 'B'], ['c', 'C'], ['D', 'a'], ['d', 'D']),
  ).toEqual([2, 3]);
});

test('calls that branch within a turn leave nothing behind', () => {
  expect(leftBehind(['A', null], ['a', 'A'], ['b', 'a'], ['B', 'a'])).toEqual([]);
});

test('a prompt after a record that the file doesn’t have leaves nothing behind', () => {
  expect(leftBehind(['A', null], ['B', 'elsewhere'])).toEqual([]);
});

test('a prompt after nothing begins anew, and leaves all behind', () => {
  expect(leftBehind(['A', null], ['a', 'A'], ['B', 'a'], ['C', null])).toEqual([1, 2]);
});

test('a record is new only once', () => {
  const branches = createBranches();
  expect([branches.note({ uuid: 'a' }), branches.note({ uuid: 'a' })]).toEqual([true, false]);
  expect([branches.note({}), branches.note({})]).toEqual([true, true]);
});

const said = (words: string, id = 'm1'): JsonObject => ({
  type: 'assistant',
  timestamp: '2',
  message: { id, content: [{ type: 'text', text: words }] },
});

test('a message that is written once more, block by block, and what follows it are copies', () => {
  const branches = createBranches();
  const note = (uuid: string, parentUuid: string | null, record: JsonObject) =>
    branches.note({ ...record, uuid, parentUuid });
  const prompt = (...content: JsonObject[]): JsonObject => ({
    type: 'user',
    timestamp: '1',
    message: { content },
  });
  const question = { type: 'text', text: 'What is it?' };
  const image = { type: 'image', source: { data: 'aGk=' } };
  expect(note('A', null, prompt(question, image))).toBe(true);
  expect([note('b', 'A', said('A dot.')), note('c', 'b', said('Red.'))]).toEqual([true, true]);
  expect([note('A2', null, prompt(question)), note('A3', 'A2', prompt(image))]).toEqual([
    false,
    false,
  ]);
  expect([note('b2', 'A3', said('A dot.')), note('c2', 'b2', said('Red.'))]).toEqual([
    false,
    false,
  ]);
  expect(note('D', 'c2', { ...prompt(question), timestamp: '3' })).toBe(true);
  branches.beginTurn();
  expect([...branches.leftBehind()]).toEqual([]);
});

test.each<[string, ...JsonObject[]]>([
  ['other words', said('One.'), said('Two.')],
  ['another message with the same words', said('One.', 'm1'), said('One.', 'm2')],
  [
    'a block that the first doesn’t have',
    said('One.'),
    {
      ...said('One.'),
      message: {
        id: 'm1',
        content: [
          { type: 'text', text: 'One.' },
          { type: 'text', text: 'Two.' },
        ],
      },
    },
  ],
])('%s under the same record at the same time are no copy', (_what, ...records) => {
  const branches = createBranches();
  const noted = records.map((record, index) =>
    branches.note({ ...record, uuid: `${index}`, parentUuid: 'A' }),
  );
  expect(noted).toEqual([true, true]);
});

test('a block that is nested very deep is compared as any other', () => {
  let input: JsonObject = {};
  for (let depth = 0; depth < 50_000; depth += 1) input = { input };
  const call = { type: 'server_call', input };
  const record = { ...said(''), message: { id: 'm1', content: [call] }, parentUuid: 'A' };
  const branches = createBranches();
  expect(['a', 'b'].map((uuid) => branches.note({ ...record, uuid }))).toEqual([true, false]);
});

test('records that don’t say what they were written under are no copies', () => {
  const branches = createBranches();
  const noted = ['a', 'b'].map((uuid) => branches.note({ ...said('One.'), uuid }));
  expect(noted).toEqual([true, true]);
});

test('sub-agents that begin at the same time are no copies', () => {
  const branches = createBranches();
  const begins = { parentUuid: null, timestamp: '1', type: 'user', isSidechain: true };
  const noted = ['a', 'b'].map((uuid) => branches.note({ ...begins, uuid }));
  expect(noted).toEqual([true, true]);
});
