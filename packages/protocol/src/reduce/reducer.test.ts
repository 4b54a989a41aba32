import { describe, expect, test } from 'vitest';
import { result, say, use } from '../../test-inputs/event-makers.js';
import type { DragomanEvent } from '../event/dragoman-event.js';
import { exampleEvents } from '../reference/events-page.js';
import { createReducer, reduce } from './reducer.js';

const failed: DragomanEvent = { type: 'turn', status: 'failed', error: { message: 'boom' } };

describe('snapshots', () => {
  test('do not change when more comes, and share what did not change', () => {
    const reducer = createReducer();
    reducer.push(say('whole'));
    reducer.push(say('a', { delta: true }));
    const first = reducer.snapshot();
    const copy = structuredClone(first);
    reducer.push(say('b', { delta: true }));
    reducer.push({ type: 'error', message: 'x', fatal: true });
    const second = reducer.snapshot();
    expect(first).toEqual(copy);
    expect(second.messages[0]).toBe(first.messages[0]);
    expect(second.messages[1]?.content).toEqual([{ type: 'text', text: 'ab' }]);
  });

  test('of a prefix of the events begin like those of all', () => {
    const events = [say('a'), say('b'), failed, say('c')];
    const whole = reduce(events).messages;
    for (let length = 0; length <= events.length; length++) {
      const { messages } = reduce(events.slice(0, length));
      expect(messages).toEqual(whole.slice(0, messages.length));
    }
  });
});

test('every event of the language is taken, and what is not part of the conversation makes no message', () => {
  for (const event of exampleEvents()) expect(() => reduce([event])).not.toThrow();
  const silent = [
    'init',
    'usage',
    'stderr',
    'sandbox',
    'relay.session',
    'snapshot_request',
    'execute_request',
  ];
  const events = exampleEvents().filter((event) => silent.includes(event.type));
  expect(events).toHaveLength(silent.length);
  expect(reduce(events).messages).toEqual([]);
});

test('a record no rule covers is kept as it is', () => {
  const native = { type: 'item.completed' };
  expect(reduce([{ type: 'raw', native, reason: 'new item' }]).messages).toMatchObject([
    { role: 'system', content: [{ type: 'unknown', raw: native, reason: 'new item' }] },
  ]);
});

test('a type it does not know is passed over', () => {
  const reducer = createReducer();
  // @ts-expect-error a newer writer may send what this version has no type for
  reducer.push({ type: 'hologram' });
  expect(reducer.snapshot().messages).toEqual([]);
});

test('400,000 events, one text of them 200,000 pieces long, take seconds at most', () => {
  const reducer = createReducer();
  const started = performance.now();
  for (let index = 0; index < 200_000; index++) reducer.push(say('word ', { delta: true }));
  for (let index = 0; index < 100_000; index++) {
    reducer.push(use(`c${index}`));
    reducer.push(result(`c${99_999 - index}`, ''));
  }
  const { messages, orphanResults } = reducer.snapshot();
  expect(messages).toHaveLength(100_001);
  expect(orphanResults).toEqual([]);
  expect(performance.now() - started).toBeLessThan(15_000);
});
