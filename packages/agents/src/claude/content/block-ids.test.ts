import { expect, test } from 'vitest';
import { createBlockIds } from './block-ids.js';

test('blocks are counted by message, also when messages alternate', () => {
  const ids = createBlockIds();
  const given = ['a', 'b', 'a', 'b', 'a'].map((message) => ids.next(message, 'text'));
  expect(given).toEqual(['a:0', 'b:0', 'a:1', 'b:1', 'a:2']);
});

test('a whole block has the id of its pieces', () => {
  const ids = createBlockIds();
  ids.begin('a');
  ids.moveTo('a', 0, 'thinking');
  ids.moveTo('a', 1, 'text');
  expect(ids.ofPiece('a', 1)).toBe('a:1');
  expect(ids.next('a', 'text')).toBe('a:1');
});

test('a text never has the id of a thought whose stream broke off', () => {
  const ids = createBlockIds();
  ids.begin('a');
  ids.moveTo('a', 0, 'thinking');
  expect(ids.next('a', 'text')).toBe('a:1');
  expect(ids.next('a', 'text')).toBe('a:2');
});

test('a block that comes whole twice has two ids', () => {
  const ids = createBlockIds();
  ids.begin('a');
  ids.moveTo('a', 0, 'text');
  expect([ids.next('a', 'text'), ids.next('a', 'text')]).toEqual(['a:0', 'a:1']);
});

test('a second stream of a message with the same id has other ids', () => {
  const ids = createBlockIds();
  ids.begin('a');
  ids.moveTo('a', 0, 'text');
  ids.next('a', 'text');
  ids.begin('a');
  ids.moveTo('a', 0, 'text');
  expect(ids.ofPiece('a', 0)).toBe('a~2:0');
  expect(ids.next('a', 'text')).toBe('a~2:0');
});
