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

test('a message that is written once more, block by block, and what follows it are copies', () => {
  const branches = createBranches();
  const note = (uuid: string, parentUuid: string | null, timestamp: string, type = 'assistant') =>
    branches.note({ uuid, parentUuid, timestamp, type });
  expect(note('A', null, '1', 'user')).toBe(true);
  expect([note('b', 'A', '2'), note('c', 'b', '2')]).toEqual([true, true]);
  expect([note('b2', 'A', '2'), note('c2', 'b2', '2')]).toEqual([false, false]);
  expect(note('D', 'c2', '3', 'user')).toBe(true);
  branches.beginTurn();
  expect([...branches.leftBehind()]).toEqual([]);
});

test('sub-agents that begin at the same time are no copies', () => {
  const branches = createBranches();
  const begins = { parentUuid: null, timestamp: '1', type: 'user', isSidechain: true };
  const noted = ['a', 'b'].map((uuid) => branches.note({ ...begins, uuid }));
  expect(noted).toEqual([true, true]);
});
