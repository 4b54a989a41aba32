import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import { readProcess } from '@dragoman/sandbox';
import {
  createTurnFixture,
  INSTALL_TIMEOUT_MS,
  type TurnFixture,
  testAgent,
  testCacheDirectory,
  waitUntil,
  watchdogOf,
} from '@dragoman/testkit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventIn, eventsOf, postRequest } from '../../test-inputs/server-fixture.js';
import type { ServerPolicy } from '../contract.js';
import { createServer } from '../create-server.js';

/** A server in a process that can be killed. It runs what is built. */
const SERVER = `
  import { createServer } from ${JSON.stringify(new URL('../../dist/index.js', import.meta.url))};
  import { listen } from ${JSON.stringify(new URL('../../dist/node/index.js', import.meta.url))};
  const [stateDirectory, policy] = process.argv.slice(1);
  const server = await listen(createServer({ stateDirectory, policy: JSON.parse(policy) }));
  console.log(server.url);
`;

const CALL = { server: 'caller', tool: 'ask', arguments: {} };
const BODY = {
  prompt: 'Ask me.',
  conversation: 'chat',
  tools: [{ name: 'ask', input_schema: { type: 'object' } }],
};
const START = {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'idempotency-key': 'k1' },
  body: JSON.stringify(BODY),
};

let fixture: TurnFixture;
let owner: ReturnType<typeof spawn> | undefined;
beforeEach(async () => {
  await testAgent('codex');
  fixture = await createTurnFixture();
  vi.stubEnv('DRAGOMAN_CACHE', testCacheDirectory());
}, INSTALL_TIMEOUT_MS);
afterEach(async () => {
  owner?.kill('SIGKILL');
  vi.unstubAllEnvs();
  await fixture.remove();
});

test('after a server and its watchdog were killed, the next one ends what was left', async () => {
  const { stateDirectory, workspace } = fixture;
  const script = { steps: [{ mcp: CALL }, { say: 'Done.' }] };
  const policy: ServerPolicy = {
    agents: { codex: { access: { kind: 'script', script } } },
    workspaces: { app: { path: workspace } },
    sandbox: 'process',
  };
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', SERVER, stateDirectory, JSON.stringify(policy)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  owner = child;
  const url = await firstLine(child.stdout);
  const response = await fetch(`${url}/v1/turns`, START);
  const id = response.headers.get('turn-id');
  const lines: string[] = [];
  // In mid-line: of what follows the request only a part is taken.
  for await (const line of firstLinesOf(response, 'tool_request')) lines.push(line);

  const pids = [await watchdogOf(child.pid ?? 0), child.pid ?? 0];
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  for (const pid of pids) await waitUntil('it is dead', () => readProcess(pid) === undefined);

  const server = createServer({ stateDirectory, policy });
  await server.fetch(new Request('http://localhost/ready'));
  expect(await fixture.remains()).toEqual([]);
  const path = `http://localhost/v1/turns/${id}/events?after=${lines.length}`;
  const rest = await eventsOf(await server.fetch(new Request(path)));
  const all = [...lines.map(eventIn), ...rest];
  expect(all.map(({ seq }) => seq)).toEqual(all.map((_event, index) => index + 1));
  expect(all.filter(({ type }) => type === 'end')).toMatchObject([{ code: 'owner_lost' }]);

  // The same start is still the same turn, and the conversation is free.
  const again = await server.fetch(postRequest('/v1/turns', BODY, { 'idempotency-key': 'k1' }));
  expect(again.headers.get('turn-id')).toBe(id);
  await again.body?.cancel();
  const next = await server.fetch(postRequest('/v1/turns', BODY, { prefer: 'respond-async' }));
  expect(next.status).toBe(202);
  await server.close();
  expect(await fixture.remains()).toEqual([]);
});

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stream })) return line;
  return '';
}

/** The lines of a response up to the first of a type. */
async function* firstLinesOf(response: Response, type: string) {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) {
      yield line;
      if (line.startsWith(`{"type":"${type}"`)) return;
    }
  }
}
