import fc from 'fast-check';
import { expect, test } from 'vitest';
import { playBody, recordAnswer, recordRequest } from './record-body.js';

test.each([
  ['JSON', '{"a":[1,2]}', { json: { a: [1, 2] } }],
  ['an empty body', '', { text: '' }],
  ['plain text', 'Bad gateway', { text: 'Bad gateway' }],
  [
    'events',
    'event: a\ndata: {"b":1}\n\ndata: [DONE]\n\n',
    { events: [{ event: 'a', json: { b: 1 } }, { text: '[DONE]' }] },
  ],
  // Writing this JSON again would not give the same text.
  ['spaced events', 'data: {"b": 1}\n\n', { events: [{ text: '{"b": 1}' }] }],
  ['spaced JSON', '{"b": 1}', { text: '{"b": 1}' }],
  ['a number beyond what JavaScript can hold', '{"n":12345678901234567890}', undefined],
  [
    'comments',
    ': ping\n\ndata: {"a":1}\n\n',
    { events: [{ raw: ': ping\n\n' }, { json: { a: 1 } }] },
  ],
  [
    'ids and retries',
    'id: 7\nretry: 3\ndata: 1\n\n',
    { events: [{ raw: 'id: 7\nretry: 3\ndata: 1\n\n' }] },
  ],
  [
    'a last event that was cut',
    'data: 1\n\ndata: {"ta',
    { events: [{ json: 1 }, { raw: 'data: {"ta' }] },
  ],
  ['other line endings', 'data: 1\r\n\r\n', { events: [{ raw: 'data: 1\r\n\r\n' }] }],
  ['an event without a space', 'data:1\n\n', { events: [{ raw: 'data:1\n\n' }] }],
  ['a byte order mark', '\ufeffdata: 1\n\n', { events: [{ raw: '\ufeffdata: 1\n\n' }] }],
])('keeps %s, and gives the same bytes back', (_name, text, body = { text }) => {
  const recorded = recordAnswer(Buffer.from(text));
  expect(recorded).toEqual(body);
  expect(Buffer.concat(playBody(recorded)).toString()).toBe(text);
});

test('gives any answer back byte for byte', () => {
  const line = fc.oneof(
    fc.json().map((json) => `data: ${json}`),
    fc.constantFrom('', 'event: a', ': note', 'id: 1', 'data:x', 'data', '{"a": 1}', '\ufeff'),
    fc.string(),
  );
  const text = fc
    .array(fc.tuple(line, fc.constantFrom('\n', '\n\n', '\r\n', '\r', '')))
    .map((lines) => lines.flat().join(''));
  fc.assert(
    fc.property(fc.oneof(text, fc.json()), (answer) => {
      const recorded = recordAnswer(Buffer.from(answer));
      expect(Buffer.concat(playBody(recorded)).toString()).toBe(Buffer.from(answer).toString());
    }),
  );
});

test('keeps bytes that are no text', () => {
  const bytes = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xff]);
  const recorded = recordAnswer(bytes);
  expect(recorded).toHaveProperty('base64');
  expect(Buffer.concat(playBody(recorded))).toEqual(bytes);
});

test('keeps JSON that is nested without end as text', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  expect(recordAnswer(Buffer.from(deep))).toEqual({ text: deep });
});

test('keeps a request as JSON however it was written, for it is only compared', () => {
  expect(recordRequest(Buffer.from('{ "a" : 1 }'))).toEqual({ json: { a: 1 } });
  expect(recordRequest(Buffer.from('data: 1'))).toEqual({ text: 'data: 1' });
});
