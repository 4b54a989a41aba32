import type { DragomanEvent } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { createEmitter, type Emitter, type Slot } from './emitter.js';

const say = (content: string): DragomanEvent => ({ type: 'stderr', content });

function reserve(emitter: Emitter, content: string, expectsTwin = false): Slot {
  const slot = emitter.reserve(() => emitter.fill(slot, [say(content)]), expectsTwin);
  return slot;
}

const taken = (emitter: Emitter) =>
  emitter.take().map((event) => (event.type === 'stderr' ? event.content : event.type));

test('an event that no open slot stands before goes out at once', () => {
  const emitter = createEmitter();
  emitter.emit(say('a'));
  expect(taken(emitter)).toEqual(['a']);
  expect(taken(emitter)).toEqual([]);
});

test('what comes behind an open slot waits for it, and keeps its order', () => {
  const emitter = createEmitter();
  emitter.emit(say('a'));
  const slot = reserve(emitter, 'held');
  emitter.emit(say('b'));
  expect(taken(emitter)).toEqual(['a']);
  emitter.fill(slot, [say('x'), say('y')]);
  emitter.emit(say('c'));
  expect(taken(emitter)).toEqual(['x', 'y', 'b', 'c']);
});

test('a slot is filled once, and may turn out to be nothing', () => {
  const emitter = createEmitter();
  const slot = reserve(emitter, 'held');
  emitter.fill(slot, []);
  slot.decide();
  emitter.emit(say('b'));
  expect(taken(emitter)).toEqual(['b']);
});

test('only what expects a twin is decided by a twin further on', () => {
  const emitter = createEmitter();
  reserve(emitter, 'twin', true);
  const other = reserve(emitter, 'other');
  const last = reserve(emitter, 'last', true);
  emitter.decideBefore(last, 'twins');
  expect(taken(emitter)).toEqual(['twin']);
  emitter.fill(last, []);
  other.decide();
  expect(taken(emitter)).toEqual(['other']);
});

test('a slot that nothing fills is decided before too many wait for it', () => {
  const emitter = createEmitter();
  reserve(emitter, 'held');
  let given = 0;
  for (let index = 0; index < 5000; index++) {
    emitter.emit(say(`${index}`));
    given += taken(emitter).length;
  }
  expect(given).toBe(5001);
});

test('an event has the time of the record that is read, unless it has one', () => {
  const emitter = createEmitter();
  emitter.ts = '2026-01-01T00:00:00Z';
  emitter.emit(say('a'));
  emitter.emit({ ...say('b'), ts: '2026-02-02T00:00:00Z' });
  emitter.ts = undefined;
  emitter.emit(say('c'));
  expect(emitter.take().map(({ ts }) => ts)).toEqual([
    '2026-01-01T00:00:00Z',
    '2026-02-02T00:00:00Z',
    undefined,
  ]);
});
