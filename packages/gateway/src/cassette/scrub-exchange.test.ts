import { expect, test } from 'vitest';
import { playBody, recordAnswer, recordRequest } from './record-body.js';
import { scrubExchange, scrubRequest } from './scrub-exchange.js';

const TOKEN = `ghp_${'a1b2c3d4e5'.repeat(3)}`;
const [HEAD, TAIL] = [TOKEN.slice(0, 12), TOKEN.slice(12)];

/** What is left of an answer after scrubbing, as a client would get it. */
function scrubbed(answer: string, secrets: readonly string[] = []): string {
  const { answer: kept } = scrubExchange(
    {
      dialect: 'anthropic',
      method: 'POST',
      path: '/v1/messages',
      request: { text: '' },
      answer: {
        status: 200,
        headers: {},
        body: recordAnswer(Buffer.from(answer)),
        end: 'complete',
      },
    },
    secrets,
  );
  return Buffer.concat(playBody(kept.body)).toString();
}

const spaced = (index: number, text: string) =>
  `event: content_block_delta\ndata: {"type": "content_block_delta", "index": ${index}, "delta": {"type": "text_delta", "text": "${text}"}}  \n\n`;

test('a secret in the path or in a header is taken out', () => {
  const { path, answer } = scrubExchange(
    {
      dialect: 'gemini',
      method: 'GET',
      path: `/v1beta/models?pageToken=${TOKEN}`,
      request: { text: '' },
      answer: {
        status: 429,
        headers: { 'retry-after': 'ask with my own key', 'content-type': 'text/plain' },
        body: { text: '' },
        end: 'complete',
      },
    },
    ['my own key'],
  );
  expect(path).toBe('/v1beta/models?pageToken=[redacted]');
  expect(answer.headers).toEqual({
    'retry-after': 'ask with [redacted]',
    'content-type': 'text/plain',
  });
});

test('a secret over two events is found however the provider spaces its JSON', () => {
  expect(scrubbed(spaced(0, `it is ${HEAD}`) + spaced(0, `${TAIL}.`))).toBe(
    spaced(0, 'it is [redacted]') + spaced(0, '.'),
  );
});

test('a secret over two events is found with another stream in between', () => {
  const text = scrubbed(spaced(0, HEAD) + spaced(1, 'hello ') + spaced(0, TAIL));
  expect(text).not.toContain(HEAD);
  expect(text).not.toContain(TAIL);
  expect(text).toContain('hello ');
});

test('a secret whose end was cut off with the stream is found', () => {
  const cut = `data: {"type":"d","delta":"${HEAD}"}\r\n\r\ndata: {"type":"d","delta":"${TAIL}`;
  expect(scrubbed(cut)).toBe(
    'data: {"type":"d","delta":"[redacted]"}\r\n\r\ndata: {"type":"d","delta":"',
  );
});

test.each([
  ['an event', 'data: {"type":"x","password":"correct-horse"}\n\n'],
  ['a spaced event', 'data: {"type": "x", "password": "correct-horse"}\n\n'],
  ['an event with an id', 'id: 1\ndata: {"password":"correct-horse"}\n\n'],
  ['an event over two lines', 'data: {"password":\ndata: "correct-horse"}\n\n'],
  ['JSON', '{"password":"correct-horse"}'],
  ['spaced JSON', '{ "n": 12345678901234567890, "Password": "correct-horse" }'],
  ['a list', '{"password":["correct-horse"]}'],
  ['JSON that was cut off', '{"password":"correct-horse'],
])('a value under the name of a secret is taken out of %s', (_name, answer) => {
  expect(scrubbed(answer)).toBe(answer.replace('correct-horse', '[redacted]'));
});

test('a secret behind escapes is found where it is written out in text', () => {
  expect(scrubbed(`{"a": "\\u0067hp_${TOKEN.slice(4)}"}`)).toBe('{"a": "[redacted]"}');
});

test('a secret is found as the name of a value, in a comment and in plain text', () => {
  expect(scrubbed(`{"${TOKEN}":1}`)).toBe('{"[redacted]":1}');
  expect(scrubbed(`: ${TOKEN}\n\ndata: 1\n\n`)).toBe(': [redacted]\n\ndata: 1\n\n');
  expect(scrubbed(`not JSON ${TOKEN}`)).toBe('not JSON [redacted]');
});

test('a given secret is found although it looks like nothing', () => {
  expect(scrubbed('data: {"a": "open sesame"}\n\n', ['open sesame'])).toBe(
    'data: {"a": "[redacted]"}\n\n',
  );
});

test('what holds no secret stays byte for byte', () => {
  const answer = `${spaced(0, 'max_tokens: 64000')}: ping\r\n\r\ndata: {"a":1.0}\n\n`;
  expect(scrubbed(answer)).toBe(answer);
});

test('a request is scrubbed the same way each time', () => {
  const request = recordRequest(Buffer.from(JSON.stringify({ input: `log in with ${TOKEN}` })));
  const once = scrubRequest(request);
  expect(once).toEqual({ json: { input: 'log in with [redacted]' } });
  expect(scrubRequest(once)).toEqual(once);
});
