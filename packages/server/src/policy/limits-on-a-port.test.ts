import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { afterEach, expect, test } from 'vitest';
import {
  createServerFixture,
  eventsOf,
  refusalIn,
  type ServerFixture,
} from '../../test-inputs/server-fixture.js';
import type { ServerLimits } from '../contract.js';
import { type ListeningServer, listen } from '../node/listen.js';

let fixture: ServerFixture;
let listening: ListeningServer;
afterEach(async () => {
  await listening.close();
  await fixture.remove();
});

const HELLO = { usage: { input: 100, output: 10 }, steps: [{ say: 'Hello.' }] };

async function serve(limits: ServerLimits): Promise<string> {
  fixture = await createServerFixture({ script: HELLO, policy: { limits } });
  listening = await listen(fixture.server);
  return `${listening.url}/v1/turns`;
}

const start = (url: string, body: object = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'Hello?', ...body }),
  });

test(
  'a budget of a day is used up by turns, and then refuses them, also after a restart',
  async () => {
    const url = await serve({ tokensPerDay: 200 });
    const first = await eventsOf(await start(url));
    expect(first.at(-1)).toMatchObject({ status: 'success', usage: { total_tokens: 110 } });
    // 90 are left for the second: it ends when they are used.
    const second = await eventsOf(await start(url));
    expect(second.at(-1)).toMatchObject({ usage: { total_tokens: 110 } });
    expect(await refusalIn(await start(url))).toEqual([429, 'budget_exhausted']);
    const again = await listen(fixture.again());
    expect(await refusalIn(await start(`${again.url}/v1/turns`))).toEqual([
      429,
      'budget_exhausted',
    ]);
    await again.close();
  },
  INSTALL_TIMEOUT_MS,
);

test(
  'more requests than a minute has are refused, with when to come back',
  async () => {
    const url = await serve({ requestsPerMinute: 10 });
    const answers = await Promise.all(Array.from({ length: 30 }, () => fetch(url)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.length - refused.length).toBeLessThanOrEqual(11);
    const [one] = refused;
    expect(Number(one?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(one && (await refusalIn(one))).toEqual([429, 'too_many_requests']);
    // Whoever looks after the server is not counted.
    expect((await fetch(`${listening.url}/health`)).status).toBe(200);
  },
  INSTALL_TIMEOUT_MS,
);
