import { request } from 'node:http';
import { expect, test } from 'vitest';
import { ask, bearer } from '../testing/ask.js';
import { createClosing } from '../testing/closing.js';
import { eventually } from '../testing/eventually.js';
import { forwardTo, REAL_KEY } from '../testing/forward-to.js';
import { answerOf, sendEvents, sse } from '../testing/provider-answers.js';
import {
  environment,
  geminiBody,
  messagesBody,
  openaiBody,
  user,
} from '../testing/request-bodies.js';
import { createTapeDeck } from '../testing/tape-deck.js';
import { createCassetteRecorder } from './cassette-recorder.js';

const closing = createClosing();
const { record, replay } = createTapeDeck(closing);

test.each([
  ['/v1/responses', openaiBody(user('hi')), answerOf.openai('yo', { input_tokens: 7 })],
  ['/v1/messages?beta=true', messagesBody, answerOf.anthropic('yo')],
  ['/v1beta/models/m:streamGenerateContent?alt=sse', geminiBody, answerOf.gemini('yo')],
])('replays %s byte for byte, and counts it the same', async (path, body, events) => {
  const recorded = await record((response) => sendEvents(response, events), [{ path, body }]);
  const replayed = await replay(recorded.cassette);
  const answer = await replayed.ask({ path, body });
  expect(answer.body).toBe(events.join(''));
  expect(answer).toEqual({
    ...recorded.answers[0],
    headers: expect.objectContaining({ 'content-type': 'text/event-stream; charset=utf-8' }),
  });
  expect(replayed.pass.usage()).toEqual(recorded.pass.usage());
});

test.each([
  ['a comment and an id', ': ping\n\nid: 7\nretry: 3\ndata: {"a":1}\n\n'],
  ['an unfinished event', 'data: {"a":1}\n\ndata: {"tail":1}'],
  ['an error that is no event', '{"error":{"message":"boom"}}'],
  ['numbers that JavaScript cannot hold', '{"n":12345678901234567890, "x":1.0}'],
])('replays %s as it was sent', async (_name, sent) => {
  const body = openaiBody(user('hi'));
  const { cassette } = await record(
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(sent);
    },
    [{ body }],
  );
  expect((await (await replay(cassette)).ask({ body })).body).toBe(sent);
});

test('a recorded path into the old folder leads into the new one, also across events', async () => {
  const delta = (text: string) => sse({ type: 'response.output_text.delta', delta: text });
  const events = [
    delta('see /tmp/o'),
    delta('ne/a.ts'),
    delta(' not /tmp/one-more'),
    'data: [DONE]\n\n',
  ];
  const body = openaiBody(environment('/tmp/one', '2026-01-01'), user('look'));
  const { cassette } = await record((response) => sendEvents(response, events), [{ body }]);
  const replayed = await replay(cassette);
  const moved = openaiBody(environment('/var/two', '2026-01-01'), user('look'));
  expect((await replayed.ask({ body: moved })).body).toBe(
    [delta('see /var/two'), delta('/a.ts'), delta(' not /tmp/one-more'), 'data: [DONE]\n\n'].join(
      '',
    ),
  );
});

test('failures are replayed as failures, in their order', async () => {
  let count = 0;
  const body = openaiBody(user('hi'));
  const { cassette, answers } = await record(
    (response) => {
      count += 1;
      if (count === 1) {
        response.writeHead(429, { 'retry-after': '0', 'content-type': 'application/json' });
        response.end('{"error":{"message":"slow down"}}');
      } else if (count === 2) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(answerOf.openai('half').slice(0, 2).join(''), () =>
          setImmediate(() => response.destroy()),
        );
      } else if (count === 3) response.destroy();
      else sendEvents(response, answerOf.openai('whole'));
    },
    [{ body }, { body }, { body }, { body }],
  );
  expect(answers.map(({ status, complete }) => [status, complete])).toEqual([
    [429, true],
    [200, false],
    [502, true],
    [200, true],
  ]);

  const replayed = await replay(cassette);
  for (const { status, body: said, complete } of answers) {
    expect(await replayed.ask({ body })).toMatchObject({ status, body: said, complete });
  }
});

test('no key, no token and nothing that looks like one is in a cassette', async () => {
  const secret = `ghp_${'x1'.repeat(15)}`;
  const { cassette, pass } = await record(
    (response) =>
      sendEvents(response, [
        sse({
          type: 'response.output_text.delta',
          delta: `the key is ${REAL_KEY}, and ghp_x1x1x1`,
        }),
        sse({ type: 'response.output_text.delta', delta: 'x1'.repeat(12) }),
        sse({ type: 'response.completed', response: { token: 'opaque' } }),
      ]),
    [{ path: '/v1/responses?key=mine', body: openaiBody(user(`use ${secret} and ${REAL_KEY}`)) }],
  );
  const text = JSON.stringify(cassette);
  for (const leak of [REAL_KEY, secret, pass.token, 'x1x1x1', 'opaque', 'mine', 'uthorization']) {
    expect(text).not.toContain(leak);
  }
  expect(text).toContain('[redacted]');
});

test('a client that goes in the middle of a replay leaves nothing open', async () => {
  const body = openaiBody(user('hi'));
  const long = Array.from({ length: 200 }, () => answerOf.openai('x'.repeat(100_000))[1] ?? '');
  const { cassette } = await record((response) => sendEvents(response, long), [{ body }]);
  const { gateway, pass } = await replay(cassette);
  const client = request(`${gateway.url}/v1/responses`, {
    method: 'POST',
    headers: bearer(pass.token),
  });
  client.on('error', () => {});
  client.end(JSON.stringify(body));
  const response = await new Promise<NodeJS.ReadableStream>((resolve) =>
    client.on('response', resolve),
  );
  response.once('data', () => client.destroy());
  await eventually(() => client.destroyed);
  await gateway.close();
});

test('model lists are replayed too', async () => {
  const { gateway } = await forwardTo(closing, (response) => response.end('{"data":[]}'));
  const recorder = createCassetteRecorder();
  const path = '/v1/models?client_version=1.0';
  await ask(gateway, {
    method: 'GET',
    path,
    headers: bearer(gateway.admit({ record: recorder }).token),
  });
  await eventually(() => recorder.cassette().exchanges.length === 1);
  const replayed = await replay(recorder.cassette());
  const headers = bearer(replayed.pass.token);
  const answer = await ask(replayed.gateway, {
    method: 'GET',
    path: '/v1/models?client_version=2.0',
    headers,
  });
  expect(answer.body).toBe('{"data":[]}');
  expect(replayed.pass.usage().requests).toBe(0);
});
