import { expect, test } from 'vitest';
import { playBody } from './play-body.js';
import { recordBody } from './record-body.js';

const SSE = 'text/event-stream; charset=utf-8';

test.each([
  ['JSON', '{"a":[1,2]}', 'application/json', { json: { a: [1, 2] } }],
  ['an empty body', '', undefined, { text: '' }],
  ['plain text', 'Bad gateway', 'text/plain', { text: 'Bad gateway' }],
  [
    'events',
    'event: a\ndata: {"b":1}\n\ndata: [DONE]\n\n',
    SSE,
    { events: [{ event: 'a', json: { b: 1 } }, { text: '[DONE]' }] },
  ],
  // Writing this JSON again would not give the same text.
  ['spaced events', 'data: {"b": 1}\n\n', SSE, { events: [{ text: '{"b": 1}' }] }],
])('keeps %s readable, and gives the same bytes back', (_name, text, contentType, body) => {
  const recorded = recordBody(Buffer.from(text), contentType);
  expect(recorded).toEqual(body);
  expect(Buffer.concat(playBody(recorded)).toString()).toBe(text);
});

test('keeps bytes that are no text', () => {
  const bytes = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xff]);
  const recorded = recordBody(bytes, 'application/json');
  expect(recorded).toHaveProperty('base64');
  expect(Buffer.concat(playBody(recorded))).toEqual(bytes);
});

test('keeps JSON that is nested without end as text', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  expect(recordBody(Buffer.from(deep), 'application/json')).toEqual({ text: deep });
});
