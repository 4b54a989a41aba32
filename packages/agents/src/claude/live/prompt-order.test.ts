import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { createPromptOrder } from './prompt-order.js';

const event = (content: string): DragomanEvent => ({ type: 'message', role: 'assistant', content });
const init = { type: 'system', subtype: 'init' };
const piece = { type: 'stream_event' };
const whole = { type: 'assistant' };
const result = { type: 'result' };
const prompt = { type: 'user', isReplay: true };

/** What comes out, record by record: each says one thing, by its number. */
function ordered(...records: readonly JsonObject[]): string {
  const { order, rest } = createPromptOrder();
  const events = records.map((record, at) => order(record, [event(String(at))]));
  return [...events, rest()]
    .map((some) => some.map((one) => ('content' in one ? one.content : '')).join(','))
    .join(' ');
}

test('pieces of a turn that waited for its prompt come behind that', () => {
  const first = [init, piece, prompt, whole, result];
  expect(ordered(...first)).toBe('0 1 2 3 4 ');
  expect(ordered(...first, init, piece, piece, prompt, prompt, whole, piece)).toBe(
    '0 1 2 3 4 5   8 9 6,7,10 11 ',
  );
});

test('nothing waits where no prompt is repeated, and nothing is kept back', () => {
  expect(ordered(init, piece, whole, result, init, piece, whole)).toBe('0 1 2 3 4 5 6 ');
  // Broken off, or without a prompt.
  const repeated = [init, prompt, result, init, piece];
  expect(ordered(...repeated)).toBe('0 1 2 3  4');
  expect(ordered(...repeated, { type: 'system', subtype: 'status' }, result)).toBe(
    '0 1 2 3  5 4,6 ',
  );
});
