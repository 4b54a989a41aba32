import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { defineScript, startScriptGateway } from '@dragoman/gateway';
import { isJsonObject } from '@dragoman/protocol';
import { collectText } from '@dragoman/sandbox';
import { INSTALL_TIMEOUT_MS, runRawTurn, testAgent, withThrowawayHome } from '@dragoman/testkit';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { startRawTurn } from './raw-turn.js';

/** The least that an MCP server must say: one tool, which says a word. */
const ANSWER = `(word) => ({ method, params }) => ({
  initialize: {
    protocolVersion: params?.protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'demo', version: '1' },
  },
  'tools/list': { tools: [{ name: 'word', inputSchema: { type: 'object', properties: {} } }] },
  'tools/call': { content: [{ type: 'text', text: word }] },
})[method] ?? {}`;

const STDIO_SERVER = `
  const answer = (${ANSWER})(process.env.WORD);
  const { createInterface } = await import('node:readline');
  for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    if (message.id === undefined) continue;
    console.log(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: answer(message) }));
  }
`;

let gateway: Awaited<ReturnType<typeof startScriptGateway>>;
beforeAll(async () => {
  gateway = await startScriptGateway();
});
afterAll(() => gateway.close());

async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`;
}

const VERSIONS = inject('isDeep') ? ['0.58.0', '0.166.0'] : ['0.166.0'];

describe.each(VERSIONS)('the real codex %s', (version) => {
  const agent = `codex@${version}`;
  const options = { timeout: INSTALL_TIMEOUT_MS };

  test('calls the tools of a server that is a program', options, () =>
    withThrowawayHome(async ({ home, workspace }) => {
      await writeFile(join(workspace, 'server.mjs'), STDIO_SERVER);
      const call = { mcp: { server: 'demo', tool: 'word', arguments: {} } };
      const script = defineScript({ steps: [call, { say: 'Done.' }] });
      const { stdout } = await runRawTurn({
        agent,
        prompt: 'Ask for the word.',
        gateway,
        token: gateway.admit({ script }).token,
        home,
        cwd: workspace,
        permission: 'bypass',
        mcpServers: {
          demo: { command: process.execPath, args: ['server.mjs'], env: { WORD: 'a "plum"' } },
        },
      });
      expect(stdout).toContain(JSON.stringify('a "plum"'));
    }),
  );

  test('shows a server over HTTP its token', options, () =>
    withThrowawayHome(async ({ home, workspace }) => {
      const tokens = new Set<string | undefined>();
      const url = await listen((request, response) => {
        tokens.add(request.headers.authorization);
        request.resume();
        response.writeHead(404).end();
      });
      const script = defineScript({ steps: [{ say: 'Done.' }] });
      await runRawTurn({
        agent,
        prompt: 'Never mind the server.',
        gateway,
        token: gateway.admit({ script }).token,
        home,
        cwd: workspace,
        mcpServers: { demo: { url: `${url}/mcp`, bearerToken: 'token-of-the-server' } },
      });
      expect([...tokens]).toEqual(['Bearer token-of-the-server']);
    }),
  );

  test('reaches a provider with a real key', options, () =>
    withThrowawayHome(async ({ home, workspace }) => {
      const seen: unknown[] = [];
      const script = defineScript({ steps: [{ say: 'Done.' }] });
      const pass = gateway.admit({
        script,
        onRequest: ({ path, headers, body }) => {
          const model = isJsonObject(body) ? body.model : undefined;
          seen.push({ path, authorization: headers.authorization, model });
        },
      });
      const turn = await startRawTurn({
        installed: await testAgent(agent),
        prompt: 'Say so.',
        model: 'gpt-5',
        endpoint: { apiKey: pass.token, baseUrl: `${gateway.url}/v1/` },
        home,
        cwd: workspace,
        timeoutMs: 60_000,
      });
      const [stdout] = await Promise.all([collectText(turn.stdout), collectText(turn.stderr)]);
      expect(stdout).toContain('Done.');
      expect(seen).toContainEqual({
        path: '/v1/responses',
        authorization: `Bearer ${pass.token}`,
        model: 'gpt-5',
      });
    }),
  );
});

test(
  'codex 0.58.0 speaks chat to a provider that has only that',
  { timeout: INSTALL_TIMEOUT_MS },
  () =>
    withThrowawayHome(async ({ home, workspace }) => {
      const url = await listen((request, response) => {
        request.resume();
        const delta = { role: 'assistant', content: `Heard at ${request.url}.` };
        const chunk = { id: '1', choices: [{ index: 0, delta, finish_reason: 'stop' }] };
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
      });
      const turn = await startRawTurn({
        installed: await testAgent('codex@0.58.0'),
        prompt: 'Who hears?',
        endpoint: { apiKey: 'key', baseUrl: url },
        codex: { wireApi: 'chat' },
        home,
        cwd: workspace,
        timeoutMs: 60_000,
      });
      const [stdout] = await Promise.all([collectText(turn.stdout), collectText(turn.stderr)]);
      expect(stdout).toContain('Heard at /chat/completions.');
    }),
);
