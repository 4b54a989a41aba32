import type { DragomanEvent } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { createEmitter } from './emitter.js';
import { createPiecedTexts } from './pieced-texts.js';

const said = (content: string, more: object = {}) =>
  ({ type: 'message', role: 'assistant', id: 'a', content, ...more }) as const;

function emitted(use: (texts: ReturnType<typeof createPiecedTexts>) => void): DragomanEvent[] {
  const emitter = createEmitter();
  use(createPiecedTexts(emitter));
  return [...emitter.take()];
}

test('emits pieces as they come, and does not repeat the whole', () => {
  const events = emitted((texts) => {
    texts.piece(said('Hello '));
    texts.piece(said('world'));
    texts.whole(said('Hello world'));
  });
  expect(events).toEqual([said('Hello ', { delta: true }), said('world', { delta: true })]);
});

test('emits what only the whole knows with a last, empty piece', () => {
  const events = emitted((texts) => {
    texts.piece(said('Hello'));
    texts.whole(said('Hello', { stop_reason: 'end_turn' }));
  });
  expect(events.at(-1)).toEqual(said('', { delta: true, stop_reason: 'end_turn' }));
});

test('emits the end that the pieces lack as one more piece', () => {
  const events = emitted((texts) => {
    texts.piece(said('Hel'));
    texts.whole(said('Hello'));
  });
  expect(events.at(-1)).toEqual(said('lo', { delta: true }));
});

test('replaces pieces that the whole contradicts', () => {
  const events = emitted((texts) => {
    texts.piece(said('Hello '));
    texts.whole(said('Hallo'));
  });
  expect(events.at(-1)).toEqual(said('Hallo', { delta: false, replaces: true }));
});

test('an empty whole leaves the pieces as they are', () => {
  const events = emitted((texts) => {
    texts.piece(said('Hello'));
    texts.whole(said(''));
  });
  expect(events).toHaveLength(1);
});

test('emits a text without pieces as it is', () => {
  expect(emitted((texts) => texts.whole(said('Hello')))).toEqual([said('Hello')]);
});

test('keeps a bounded number of texts, and replaces the pieces of the others', () => {
  const events = emitted((texts) => {
    for (let index = 0; index <= 64; index += 1) texts.piece({ ...said('x'), id: `${index}` });
    texts.whole({ ...said('x'), id: '0' });
    texts.whole({ ...said('x'), id: '64' });
  });
  expect(events).toHaveLength(66);
  expect(events.at(-1)).toEqual({ ...said('x', { delta: false, replaces: true }), id: '0' });
});
