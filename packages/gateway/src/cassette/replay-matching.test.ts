import { expect, test } from 'vitest';
import { ask, bearer } from '../testing/ask.js';
import { createClosing } from '../testing/closing.js';
import { answerOf, sendEvents } from '../testing/provider-answers.js';
import {
  call,
  environment,
  messagesBody,
  openaiBody,
  result,
  user,
} from '../testing/request-bodies.js';
import { createTapeDeck } from '../testing/tape-deck.js';

const { record, replay } = createTapeDeck(createClosing());

test('a run on another day, in another folder, under other ids is the same run', async () => {
  const { cassette } = await record(
    (response, { body }) =>
      sendEvents(response, answerOf.openai(`answer ${JSON.parse(body).input.length}`)),
    [
      { body: openaiBody(environment('/tmp/one', '2026-01-01'), user('Fix /tmp/one/src/a.ts')) },
      {
        body: openaiBody(
          environment('/tmp/one', '2026-01-01'),
          user('Fix /tmp/one/src/a.ts'),
          call('shell'),
          result('took 0.3 s in /tmp/one'),
        ),
      },
    ],
  );
  const replayed = await replay(cassette);
  const first = openaiBody(
    environment('/home/me/two', '2027-05-05'),
    user('Fix /home/me/two/src/a.ts'),
  );
  const second = openaiBody(...first.input, { type: 'reasoning' }, call('shell'), result('0.9 s'));
  expect((await replayed.ask({ body: { ...first, prompt_cache_key: 'other' } })).body).toContain(
    'answer 2',
  );
  expect((await replayed.ask({ body: second })).body).toContain('answer 4');
});

test('conversations that ran side by side may come in any order', async () => {
  const bodies = ['one', 'two', 'three'].map((text) => ({ body: openaiBody(user(text)) }));
  const { cassette } = await record(
    (response, { body }) =>
      sendEvents(response, answerOf.openai(JSON.parse(body).input[0].content[0].text)),
    bodies,
  );
  const replayed = await replay(cassette);
  const answers = await Promise.all(bodies.toReversed().map((question) => replayed.ask(question)));
  expect(answers.map(({ body }) => /"delta":"(\w+)"/.exec(body)?.[1])).toEqual([
    'three',
    'two',
    'one',
  ]);
});

test('an exchange is played once per turn', async () => {
  const body = openaiBody(user('hi'));
  const { cassette } = await record(
    (response) => sendEvents(response, answerOf.openai('yo')),
    [{ body }],
  );
  const replayed = await replay(cassette);
  expect((await replayed.ask({ body })).status).toBe(200);
  const again = await replayed.ask({ body });
  expect(again.status).toBe(400);
  expect(JSON.parse(again.body).error).toMatchObject({
    code: 'cassette_mismatch',
    message: expect.stringContaining('exchange 1, which asks the same but was already played'),
  });
  const other = replayed.gateway.admit({ cassette });
  const sent = { headers: bearer(other.token), body: JSON.stringify(body) };
  expect((await ask(replayed.gateway, sent)).status).toBe(200);
});

test.each([
  [openaiBody(user('bye')), `step 1 is the user's "bye", recorded was the user's "hi"`],
  [openaiBody(user('hi'), call('shell'), result('')), 'the length is 3 steps, recorded was 1 step'],
  [{ ...openaiBody(user('hi')), stream: false }, 'streaming is false, recorded was true'],
  [{ ...openaiBody(user('hi')), tools: [] }, 'offering tools is false, recorded was true'],
])(
  'a request the cassette does not know is refused with the nearest and what differs (%#)',
  async (body, words) => {
    const { cassette } = await record(
      (response) => sendEvents(response, answerOf.openai('yo')),
      [
        { path: '/v1/messages', body: messagesBody },
        { body: openaiBody(user('hi')) },
        { body: openaiBody(user('hi'), call('other'), result(''), call('more'), result('')) },
      ],
    );
    const replayed = await replay(cassette);
    const { status, body: answer } = await replayed.ask({ body });
    expect(status).toBe(400);
    expect(JSON.parse(answer).error.message).toContain(`Nearest is exchange 2: ${words}.`);
  },
);

test('an empty cassette says that it is empty', async () => {
  const replayed = await replay({ cassette: 1, exchanges: [] });
  expect((await replayed.ask({ body: {} })).body).toContain('It is empty');
});

test('a prompt that held a secret is answered when it is asked again', async () => {
  const body = openaiBody(user(`log in with ghp_${'a1b2c3'.repeat(6)}`));
  const { cassette } = await record(
    (response) => sendEvents(response, answerOf.openai('in')),
    [{ body }],
  );
  expect(JSON.stringify(cassette)).not.toContain('a1b2c3');
  expect((await (await replay(cassette)).ask({ body })).status).toBe(200);
});

test.each([
  ['<b>delete</b> everything', '<i>something else</i>'],
  ['delete /srv/a/b', 'delete /home/me/thesis'],
])('%j is not answered with what was said to %j', async (asked, recorded) => {
  const { cassette } = await record(
    (response) => sendEvents(response, answerOf.openai('done')),
    [{ body: openaiBody(user(recorded)) }],
  );
  expect((await (await replay(cassette)).ask({ body: openaiBody(user(asked)) })).status).toBe(400);
});

test('a turn without a usable cassette is not admitted', async () => {
  const { gateway } = await replay({ cassette: 1, exchanges: [] });
  for (const turn of [{}, { cassette: null }, { cassette: { cassette: 1 } }]) {
    expect(() => Reflect.apply(gateway.admit, gateway, [turn])).toThrowError(
      expect.objectContaining({ code: 'gateway_options_invalid' }),
    );
  }
});
