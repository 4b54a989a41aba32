import { defineScript, startScriptGateway } from '@dragoman/gateway';
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
let listening: ListeningServer | undefined;
let provider: Awaited<ReturnType<typeof startScriptGateway>> | undefined;
afterEach(async () => {
  await listening?.close();
  await fixture.remove();
  await provider?.close();
  [listening, provider] = [undefined, undefined];
});

/** A million tokens of GPT-5 to read cost $1.25, and one to write $10. */
const USAGE = { input: 200_000, output: 1000 };
const COST = 0.25 + 0.01;

/** A server on a port, whose provider counts: each turn of its Codex asks the model twice. */
async function serve(limits: ServerLimits): Promise<string> {
  const script = defineScript({
    usage: USAGE,
    // The second turn is refused its second request.
    steps: [{ run: 'echo hello' }, { say: 'Hello.' }, { run: 'echo hello' }, { say: 'Hello.' }],
  });
  provider = await startScriptGateway({ script });
  const { token: key } = provider.admit({});
  const access = { kind: 'forward', key, baseUrl: provider.url ?? '' } as const;
  const agents = { codex: { access, models: ['gpt-5', 'mine'] } };
  fixture = await createServerFixture({ policy: { agents, limits, permission: 'bypass' } });
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
  'a budget in dollars ends a turn, that of the client, too, and needs a price',
  async () => {
    const url = await serve({ costUsd: 100 });
    const free = (await eventsOf(await start(url))).at(-1);
    expect(free).toMatchObject({ status: 'success', usage: { input_tokens: 400_000 } });
    // The first request of a turn uses it up: the second is refused.
    const body = { limits: { cost_usd: COST / 2 } };
    const ended = (await eventsOf(await start(url, body))).at(-1);
    expect(ended).toMatchObject({ type: 'end', status: 'failed', code: 'budget' });
    const unpriced = await start(url, { model: 'mine' });
    expect(await refusalIn(unpriced)).toEqual([400, 'price_unknown']);
  },
  INSTALL_TIMEOUT_MS,
);

test(
  'a budget of dollars for a day is used up by turns, and then refuses them until midnight',
  async () => {
    const url = await serve({ costUsdPerDay: 2.5 * COST });
    const first = (await eventsOf(await start(url))).at(-1);
    expect(first).toMatchObject({ status: 'success' });
    // Half a request is left: a turn that has begun may end what it began.
    const second = (await eventsOf(await start(url))).at(-1);
    expect(second).toMatchObject({ status: 'failed', code: 'budget' });
    const refused = await start(url);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(86_400);
    expect(await refusalIn(refused)).toEqual([429, 'budget_exhausted']);
    const again = await listen(fixture.again());
    const restarted = await start(`${again.url}/v1/turns`);
    expect(await refusalIn(restarted)).toEqual([429, 'budget_exhausted']);
    await again.close();
  },
  INSTALL_TIMEOUT_MS,
);

test(
  'a turn of a scripted model has the limits of its client, too; they counted for a day only',
  async () => {
    const script = { usage: USAGE, steps: [{ run: 'echo hello' }, { say: 'Hello.' }] };
    const agents = {
      codex: { access: { kind: 'script', script }, models: ['gpt-5', 'mine'] },
    } as const;
    fixture = await createServerFixture({ policy: { agents, permission: 'bypass' } });
    const end = async (limits: object) =>
      (await eventsOf(await fixture.post('/v1/turns', { prompt: 'Hello?', limits }))).at(-1);
    expect(await end({ tokens: 1_000_000, cost_usd: 100 })).toMatchObject({ status: 'success' });
    const ended = { type: 'end', status: 'failed', code: 'budget' };
    expect(await end({ tokens: 1000 })).toMatchObject(ended);
    expect(await end({ cost_usd: COST / 2 })).toMatchObject(ended);
    const body = { prompt: 'Hello?', model: 'mine', limits: { cost_usd: 1 } };
    expect(await refusalIn(await fixture.post('/v1/turns', body))).toEqual([400, 'price_unknown']);
  },
  INSTALL_TIMEOUT_MS,
);
