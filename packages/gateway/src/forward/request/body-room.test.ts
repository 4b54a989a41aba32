import { expect, test } from 'vitest';
import { createBodyRoom } from './body-room.js';

const HALF = 64 * 1024 * 1024;

test('a turn holds two of the largest bodies, and one more byte is refused', () => {
  const room = createBodyRoom();
  room.enter().take(2 * HALF);
  const other = room.enter();
  expect(() => other.take(1)).toThrow('hold 134217728 bytes');
});

test.each(['free', 'leave'] as const)('%s gives back what a request held, once', (end) => {
  const room = createBodyRoom();
  const first = room.enter();
  first.take(HALF);
  room.enter().take(HALF);
  first[end]();
  first[end]();
  const other = room.enter();
  other.take(HALF);
  expect(() => other.take(1)).toThrow('gateway takes no more');
});

test('a request that has left makes room for one more, and leaves once', () => {
  const room = createBodyRoom();
  const first = room.enter();
  for (let count = 1; count < 64; count += 1) room.enter();
  expect(() => room.enter()).toThrow('64 requests are under way');
  first.leave();
  first.leave();
  room.enter();
  expect(() => room.enter()).toThrow('64 requests are under way');
});
