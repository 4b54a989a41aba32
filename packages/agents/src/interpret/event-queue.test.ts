import type { DragomanEvent } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { createEventQueue, type EventQueue, type Place } from './event-queue.js';

const say = (content: string): DragomanEvent => ({ type: 'stderr', content });

function hold(queue: EventQueue, content: string, expectsTwin = false): Place {
  const place = queue.hold(() => queue.settle(place, [say(content)]), expectsTwin);
  return place;
}

const taken = (queue: EventQueue) =>
  queue.take().map((event) => (event.type === 'stderr' ? event.content : event.type));

test('what nothing undecided stands before goes out at once', () => {
  const queue = createEventQueue();
  queue.emit(say('a'));
  expect(taken(queue)).toEqual(['a']);
  expect(taken(queue)).toEqual([]);
});

test('what comes behind an undecided place waits for it, and keeps its order', () => {
  const queue = createEventQueue();
  queue.emit(say('a'));
  const place = hold(queue, 'held');
  queue.emit(say('b'));
  expect(taken(queue)).toEqual(['a']);
  queue.settle(place, [say('x'), say('y')]);
  queue.emit(say('c'));
  expect(taken(queue)).toEqual(['x', 'y', 'b', 'c']);
});

test('a place is settled once, and may turn out to be nothing', () => {
  const queue = createEventQueue();
  const place = hold(queue, 'held');
  queue.settle(place, []);
  place.decide();
  queue.emit(say('b'));
  expect(taken(queue)).toEqual(['b']);
});

test('only what expects a twin is decided by a twin further on', () => {
  const queue = createEventQueue();
  hold(queue, 'twin', true);
  const other = hold(queue, 'other');
  const last = hold(queue, 'last', true);
  queue.decideBefore(last, 'twins');
  expect(taken(queue)).toEqual(['twin']);
  queue.settle(last, []);
  other.decide();
  expect(taken(queue)).toEqual(['other']);
});

test('a place that nobody settles is decided before too many wait for it', () => {
  const queue = createEventQueue();
  hold(queue, 'held');
  let given = 0;
  for (let index = 0; index < 5000; index++) {
    queue.emit(say(`${index}`));
    given += taken(queue).length;
  }
  expect(given).toBe(5001);
});
