import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, request as send } from 'node:http';
import { join } from 'node:path';
import { agents, type VendorLogin } from '@dragoman/agents';
import { defineScript, startScriptGateway } from '@dragoman/gateway';
import { expect, onTestFinished, test } from 'vitest';
import { fixtureOfFile } from '../../test-inputs/turn-fixtures.js';
import { resolveModelAccess } from '../model/model-access.js';
import { createLoginStore } from './login-store.js';

const TIMEOUT_MS = 120_000;
const TOKEN = 'sk-ant-oat01-made-up-0123456789-made-up';
const ACCOUNT = '00000000-0000-4000-8000-000000000001';

/** All that an agent can look at: the environments and arguments it sees, and its HOME. */
const SEARCH = [
  'cat /proc/self/environ /proc/*/environ /proc/*/cmdline 2>/dev/null | tr "\\0" "\\n" > seen.txt',
  'grep -rIs "" "$HOME" >> seen.txt',
  'true',
].join('; ');

const fixture = fixtureOfFile({ bubblewrap: true });

/** A vendor on loopback that takes one token, and passes what it is asked to a scripted model. */
async function startVendor(takes: string) {
  const model = await startScriptGateway();
  const steps = [{ run: SEARCH }, { say: 'Looked.' }];
  const { token } = model.admit({ script: defineScript({ steps }) });
  const seen: { url: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((request, response) => {
    const { url = '', method, headers } = request;
    seen.push({ url, headers });
    if (headers.authorization !== `Bearer ${takes}`) {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end('{"error":{"type":"authentication_error","message":"Token is not valid."}}');
      return;
    }
    const path = url.replace('/backend-api/codex', '/v1');
    const asked = { ...headers, authorization: `Bearer ${token}` };
    const call = send(`${model.url}${path}`, { method, headers: asked }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(call);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await model.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}`, seen };
}

/** Logs in with a made-up login, and leads it to a vendor on loopback, as only a library's caller can. */
function loggedIn(agent: 'codex' | 'claude', login: VendorLogin, vendorUrl: string) {
  const { stateDirectory } = fixture;
  createLoginStore(stateDirectory).keep(agent, login);
  const access = resolveModelAccess({ agent, env: {}, login: true, stateDirectory });
  expect(access.baseUrl).toBe(agents[agent].login?.providerUrl);
  return { ...access, baseUrl: vendorUrl + new URL(access.baseUrl).pathname };
}

test.each([
  ['codex', { token: TOKEN, accountId: ACCOUNT }, { 'chatgpt-account-id': ACCOUNT }],
  [
    'claude',
    { token: TOKEN },
    { 'anthropic-beta': expect.stringMatching(/(^|,)oauth-2025-04-20(,|$)/) },
  ],
] as const)(
  '%s works with its login, which stays outside of its sandbox',
  async (agent, login, headers) => {
    const vendor = await startVendor(TOKEN);
    const access = loggedIn(agent, login, vendor.url);
    const { end, events } = await fixture.run({ agent, sandbox: 'bubblewrap', access });
    expect(end).toMatchObject({ status: 'success' });
    const asked = vendor.seen.filter(({ url }) => /\/(responses|messages)/.test(url));
    expect(asked.length).toBeGreaterThan(0);
    for (const { headers: sent } of asked) {
      expect(sent).toMatchObject({ authorization: `Bearer ${TOKEN}`, ...headers });
      expect(sent).not.toHaveProperty('x-api-key');
    }
    const found = await readFile(join(fixture.workspace, 'seen.txt'), 'utf8');
    expect(found).toContain('=dgm_');
    expect(found + JSON.stringify(events)).not.toContain(TOKEN);
    const kept = createLoginStore(fixture.stateDirectory).file(agent);
    createLoginStore(fixture.stateDirectory).remove(agent === 'codex' ? 'claude' : 'codex');
    for (const path of await fixture.written()) {
      expect((await readFile(path)).includes(TOKEN), path).toBe(path === kept);
    }
  },
  TIMEOUT_MS,
);

test.each(['codex', 'claude'] as const)(
  'a login of %s that the vendor refuses ends the turn as a matter of who asks',
  async (agent) => {
    const vendor = await startVendor('sk-ant-oat01-of-somebody-else');
    const access = loggedIn(agent, { token: TOKEN }, vendor.url);
    const { end, events } = await fixture.run({ agent, sandbox: 'bubblewrap', access });
    expect(end).toMatchObject({ status: 'failed', code: 'auth' });
    expect(JSON.stringify([end, events])).not.toContain(TOKEN);
  },
  TIMEOUT_MS,
);

test("no agent gets to use another's login", async () => {
  const access = loggedIn('claude', { token: TOKEN }, 'http://127.0.0.1:1');
  const before = await fixture.written();
  await expect(fixture.start({ agent: 'codex', access })).rejects.toMatchObject({
    code: 'login_unsuitable',
    message: expect.stringContaining('its own CLI only'),
  });
  expect(await fixture.written()).toEqual(before);
});
