import { setMaxListeners } from 'node:events';
import { request } from 'node:http';
import { expect, test, vi } from 'vitest';
import { ask, bearer } from '../testing/ask.js';
import { createClosing } from '../testing/closing.js';
import { forwardTo } from '../testing/forward-to.js';
import { answerOf, sendEvents, sse } from '../testing/provider-answers.js';

const closing = createClosing();
const USAGE = { input_tokens: 1000, output_tokens: 50 };
const ONE_ANSWER = 1050;

/** A request of about a thousand tokens, with a bound to its answer. */
const body = (max_output_tokens?: number) =>
  JSON.stringify({ model: 'm', input: 'words '.repeat(700), max_output_tokens });

const totalOf = ({ inputTokens, outputTokens }: { inputTokens: number; outputTokens: number }) =>
  inputTokens + outputTokens;

test.each([
  ['with a bound to each answer', 50, 20_000],
  ['without one', undefined, 20_000],
  ['under a budget for a single answer', 50, 1000],
])(
  'of 200 requests at once, %s, the budget lets through at most one answer too many',
  async (_how, bound, totalTokens) => {
    let underWay = 0;
    let most = 0;
    const { gateway } = await forwardTo(closing, (response) => {
      underWay += 1;
      most = Math.max(most, underWay);
      setTimeout(() => {
        underWay -= 1;
        sendEvents(response, answerOf.openai('hi', USAGE));
      }, 10);
    });
    const pass = gateway.admit({ budget: { totalTokens } });
    const asked = Array.from({ length: 200 }, () =>
      ask(gateway, { headers: bearer(pass.token), body: body(bound) }),
    );
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    const used = totalOf(pass.usage());
    expect(used).toBeGreaterThanOrEqual(totalTokens - ONE_ANSWER);
    expect(used).toBeLessThanOrEqual(totalTokens + ONE_ANSWER);
    // Far from the limit requests go on side by side; what is too many at once is refused with that reason.
    if (bound === 50 && totalTokens > 10_000) expect(most).toBeGreaterThan(1);
    expect(statuses.filter((status) => ![200, 400, 503].includes(status))).toEqual([]);
    expect(statuses.filter((status) => status === 200)).toHaveLength(pass.usage().requests);
  },
);

/** Asks, and hangs up as soon as `enough` bytes of the answer are there. */
function askAndLeave(url: string, token: string, enough: number): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(url, { method: 'POST', headers: bearer(token) });
    sent.on('error', () => {});
    sent.on('response', (answer) => {
      let read = 0;
      const leave = () => {
        sent.destroy();
        resolve(answer.statusCode ?? 0);
      };
      if (enough === 0) leave();
      answer.on('data', (chunk: Buffer) => {
        read += chunk.length;
        if (read >= enough && answer.statusCode === 200) leave();
      });
      answer.on('end', leave);
      answer.on('error', () => {});
    });
    sent.end(body());
  });
}

test('whoever leaves before the last chunk has used what was said, and the request', async () => {
  const delta = sse({ type: 'response.output_text.delta', delta: 'a word or two, '.repeat(200) });
  const { gateway, upstream } = await forwardTo(closing, (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (let count = 0; count < 20; count += 1) response.write(delta);
    // The event with the figures never comes.
  });
  const pass = gateway.admit({ budget: { totalTokens: 50_000 } });
  const url = `${gateway.url}/v1/responses`;
  let left = 0;
  while ((await askAndLeave(url, pass.token, 20 * delta.length)) === 200) {
    left += 1;
    expect(left).toBeLessThan(20);
    // An exchange that is over is paid for when the gateway has seen that it is.
    await vi.waitFor(() => expect(pass.usage().inputTokens).toBeGreaterThan(1000 * left));
  }
  // 20 events of 750 tokens and a request of a thousand: four answers at the most.
  expect(left).toBeLessThanOrEqual(4);
  expect(upstream.seen).toHaveLength(left);
  expect(totalOf(pass.usage())).toBeLessThan(50_000 + 20_000);
});

test('whoever leaves before the answer begins has used the request', async () => {
  const waiting: (() => void)[] = [];
  const { gateway } = await forwardTo(closing, () => {
    for (const go of waiting.splice(0)) go();
  });
  const pass = gateway.admit({ budget: { inputTokens: 3000 } });
  for (let count = 0; count < 3; count += 1) {
    const leaving = new AbortController();
    const arrived = new Promise<void>((resolve) => waiting.push(resolve));
    const options = { headers: bearer(pass.token), body: body(), signal: leaving.signal };
    const asked = ask(gateway, options).catch(() => undefined);
    await arrived;
    leaving.abort();
    await asked;
    await vi.waitFor(() => expect(pass.usage().inputTokens).toBeGreaterThan(1000 * (count + 1)));
  }
  const refused = await ask(gateway, { headers: bearer(pass.token), body: body() });
  expect(refused.body).toContain('budget_exceeded');
});

test('whoever leaves after the figures came has used just these', async () => {
  const events = answerOf.openai('x'.repeat(100_000), USAGE);
  const { gateway } = await forwardTo(closing, (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(events.join(''));
  });
  const pass = gateway.admit({});
  await askAndLeave(`${gateway.url}/v1/responses`, pass.token, events.join('').length);
  await vi.waitFor(() => expect(totalOf(pass.usage())).toBe(ONE_ANSWER));
});

test('a provider that says no figures ends a budget all the same, and is not charged without one', async () => {
  const { gateway } = await forwardTo(closing, (response) =>
    response.end(JSON.stringify({ output: 'x'.repeat(4000) })),
  );
  const limited = gateway.admit({ budget: { totalTokens: 3000 } });
  const free = gateway.admit({ budget: { requests: 5 } });
  const statuses: number[] = [];
  for (const { token } of [limited, limited, limited, free]) {
    statuses.push((await ask(gateway, { headers: bearer(token), body: body() })).status);
  }
  expect(statuses).toEqual([200, 200, 400, 200]);
  expect(totalOf(free.usage())).toBe(0);
});

test('an error of the provider costs nothing, whole or cut', async () => {
  const { gateway } = await forwardTo(closing, (response, { body: asked }) => {
    response.writeHead(429);
    if (asked.includes('whole')) response.end('{"error":{}}');
    else response.write('{"error":', () => setImmediate(() => response.destroy()));
  });
  const pass = gateway.admit({});
  for (const how of ['whole', 'cut']) {
    await ask(gateway, { headers: bearer(pass.token), body: JSON.stringify({ how }) });
  }
  expect(totalOf(pass.usage())).toBe(0);
});

test('64 requests of a turn at once are enough, and bodies have one bound', async () => {
  const { gateway, upstream } = await forwardTo(closing, () => {});
  const pass = gateway.admit({});
  const other = gateway.admit({});
  const leaving = new AbortController();
  const { signal } = leaving;
  setMaxListeners(0, signal);
  const held = Array.from({ length: 64 }, () =>
    ask(gateway, { headers: bearer(pass.token), body: '{}', signal }).catch(() => undefined),
  );
  await vi.waitFor(() => expect(upstream.seen).toHaveLength(64), { timeout: 10_000 });
  const refused = await ask(gateway, { headers: bearer(pass.token), body: '{}' });
  expect(refused.status).toBe(503);
  expect(refused.body).toContain('gateway_busy');
  const large = JSON.stringify({ input: 'x'.repeat(50 * 1024 * 1024) });
  const sent = Array.from({ length: 4 }, () =>
    ask(gateway, { headers: bearer(other.token), body: large, signal }).then(
      ({ status }) => status,
      () => undefined,
    ),
  );
  expect(await Promise.race(sent)).toBe(503);
  leaving.abort();
  await Promise.all([...held, ...sent]);
  // What has ended makes room.
  const small = ask(gateway, { headers: bearer(other.token), body: '{}' }).catch(() => undefined);
  await vi.waitFor(() => expect(upstream.seen.at(-1)?.body).toBe('{}'), { timeout: 10_000 });
  await gateway.close();
  await small;
}, 60_000);
