import { createUiMapper } from '@dragoman/ai-sdk/ui';
import { defineScript, type WrittenScript } from '@dragoman/gateway';
import { turnPage, turnResource } from '@dragoman/protocol/http';
import { waitUntil } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { servedTurnsOfFile } from '../test-inputs/served-turns.js';

const scripted = (script: WrittenScript) => ({
  agent: 'codex',
  access: { kind: 'script' as const, script: defineScript(script) },
});

const served = servedTurnsOfFile({
  artifacts: 'out',
  policy: {
    agents: {
      maker: scripted({ steps: [{ run: 'mkdir -p out; echo made > out/it' }, { say: 'Made.' }] }),
      looker: scripted({
        steps: [
          {
            mcp: { server: 'caller', tool: 'getFormSnapshot', arguments: { instruction: 'Look.' } },
          },
          { say: 'Done.' },
        ],
      }),
      asker: scripted({
        steps: [
          { mcp: { server: 'caller', tool: 'ask', arguments: {} } },
          { mcp: { server: 'caller', tool: 'ask', arguments: {} } },
          { mcp: { server: 'caller', tool: 'ask', arguments: {} } },
          { say: 'Thanks.' },
        ],
      }),
    },
    permission: 'bypass',
  },
  uiMapper: createUiMapper,
});

type Ask = (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>;

const tools = [{ name: 'ask', input_schema: { type: 'object' } }];
const user = (text: string) => ({ id: 'm1', role: 'user', parts: [{ type: 'text', text }] });
const responseBody = z.object({ id: z.string() });
const relayBody = z.object({ sessionId: z.string(), token: z.string() });

/** The beginning of a stream that goes on for long, up to something in it. */
async function upTo(text: string, { body, status, headers }: Response): Promise<Response> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let read = '';
  while (!read.includes(text)) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) break;
    read += value;
  }
  await reader?.cancel();
  return new Response(read, { status, headers });
}

/** One call of each operation, by its name in the document, in an order in which each has its object. */
function callsOf(get: Ask, post: Ask, remove: Ask): Record<string, () => Promise<Response>> {
  let made = '';
  let asking = '';
  let response = '';
  let relay = { sessionId: '', token: '' };
  let chat = { sessionId: '', token: '', turn: '' };
  const page = { instance: 'instance-1', tab: 'tab-number-1', connection: 'connection-1' };
  const waiting = (id: string) =>
    waitUntil('the agent asks', async () => {
      const { requests } = turnResource.parse(await (await get(`/v1/turns/${id}`)).json());
      return requests[0]?.requestId;
    });
  const sessionOf = async (id: string) =>
    turnResource.parse(await (await get(`/v1/turns/${id}`)).json()).session_id;
  return {
    getDocument: () => get('/openapi.json'),
    getHealth: () => get('/health'),
    getReadiness: () => get('/ready'),
    getMetrics: () => get('/metrics'),
    async startTurn() {
      const started = await post('/v1/turns', { prompt: 'Make it.', conversation: 'made' });
      made = started.headers.get('turn-id') ?? '';
      return started;
    },
    listTurns: () => get('/v1/turns?conversation=made'),
    getTurn: () => get(`/v1/turns/${made}`),
    readEvents: () => get(`/v1/turns/${made}/events?after=1`),
    getArtifact: () => get(`/v1/turns/${made}/artifacts/out/it`),
    getFile: () => get('/agent-api/files?chat_id=made&path=out/it'),
    listSessions: () => get('/v1/sessions'),
    getSession: async () => get(`/v1/sessions/${await sessionOf(made)}`),
    getMessages: async () => get(`/v1/sessions/${await sessionOf(made)}/messages`),
    deleteSession: async () => remove(`/v1/sessions/${await sessionOf(made)}`),
    async answerRequest() {
      const body = { agent: 'asker', prompt: 'Ask me.', tools, conversation: 'asked' };
      const started = await post('/v1/turns', body, { prefer: 'respond-async' });
      asking = started.headers.get('turn-id') ?? '';
      const requestId = await waiting(asking);
      return post(`/v1/turns/${asking}/answers`, { requestId, output: 'Yes.' });
    },
    async openRelay() {
      const opened = await post(`/v1/turns/${asking}/relay`);
      relay = relayBody.parse(await opened.clone().json());
      return opened;
    },
    async readRelay() {
      const query = new URLSearchParams({ ...page, tools: 'ask' });
      const authorization = `Bearer ${relay.token}`;
      const stream = await get(`/v1/relay/${relay.sessionId}?${query}`, undefined, {
        authorization,
      });
      return upTo('tool_request', stream);
    },
    async answerRelay() {
      const requestId = await waiting(asking);
      return post(
        `/v1/relay/${relay.sessionId}`,
        { type: 'tool_response', requestId, instanceId: page.instance, output: 'Yes.' },
        { authorization: `Bearer ${relay.token}` },
      );
    },
    giveInput: () => post(`/v1/turns/${asking}/input`, { text: 'And this.' }),
    cancelTurn: () => post(`/v1/turns/${asking}/cancel`, { reason: 'Enough.' }),
    sendChat: () =>
      post('/v1/chat', { id: 'chat', agent: 'asker', tools, messages: [user('Hi.')] }),
    async resumeChat() {
      const resumed = await get('/v1/chat/chat/stream');
      const [turn] = turnPage.parse(await (await get('/v1/turns?conversation=chat')).json()).turns;
      await waiting(turn?.turn_id ?? '');
      return resumed;
    },
    stopChat: () => post('/v1/chat/chat/stop'),
    runAgent: () =>
      post('/v1/ag-ui', {
        threadId: 'thread',
        runId: 'run',
        messages: [{ id: 'm1', role: 'user', content: 'Hello.' }],
        tools: [],
        context: [],
      }),
    async createResponse() {
      const created = await post('/v1/responses', { model: 'maker', input: 'Hello.' });
      response = responseBody.parse(await created.clone().json()).id;
      return created;
    },
    getResponse: () => get(`/v1/responses/${response}`),
    async runChat() {
      const body = { type: 'agent.run', chat_id: 'form', agent_type: 'looker', message: 'Look.' };
      const started = await post('/agent-api/run', { ...body, relay: true });
      const read = await upTo('snapshot_request', started);
      const [first = ''] = (await read.clone().text()).split('\n');
      chat = {
        ...relayBody.parse(JSON.parse(first)),
        turn: started.headers.get('turn-id') ?? '',
      };
      return read;
    },
    async readAgentRelay() {
      const authorization = `Bearer ${chat.token}`;
      const path = `/agent-api/relay?sessionId=${chat.sessionId}`;
      return upTo('ready', await get(path, undefined, { authorization }));
    },
    async answerAgentRelay() {
      const requestId = await waiting(chat.turn);
      const { sessionId, token } = chat;
      const response = { type: 'error_response', requestId, message: 'The form is gone.' };
      return post('/agent-api/relay', { type: 'relay.respond', sessionId, token, response });
    },
    checkKey: () => post('/agent-api/auth'),
    cancelResponse: () => post(`/v1/responses/${response}/cancel`),
  };
}

/** What a response must have in it. */
const EXPECTED: Readonly<Record<string, string>> = {
  startTurn: '"path":"out/it"',
  getArtifact: 'made\n',
  getMessages: 'Made.',
  answerRequest: '{"receipt":"taken"}',
  openRelay: '"type":"relay.session"',
  readRelay: '"type":"tool_request"',
  answerRelay: '{"receipt":"taken"}',
  cancelTurn: '"state":"canceled"',
  resumeChat: '"toolName":"ask"',
  runAgent: 'Made.',
  getResponse: 'Made.',
  runChat: '"type":"relay.session"',
  readAgentRelay: '"type":"ready"',
  getFile: 'made\n',
  checkKey: '{"ok":true}',
  answerAgentRelay: '{"ok":true}',
};

/** Codex takes no more input: the operation refuses in words. */
const REFUSED: ReadonlySet<string> = new Set(['giveInput']);

const document = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ operationId: z.string(), responses: z.record(z.string(), z.unknown()) }),
    ),
  ),
});

test('every operation of the document does what it says', { timeout: 60_000 }, async () => {
  const ask =
    (method: string): Ask =>
    (path, body, headers = {}) =>
      served.server.fetch(
        new Request(`http://localhost${path}`, {
          method,
          headers: {
            ...headers,
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      );
  const { paths } = document.parse(await (await ask('GET')('/openapi.json')).json());
  const listed = Object.values(paths).flatMap((methods) => Object.values(methods));
  const calls = callsOf(ask('GET'), ask('POST'), ask('DELETE'));
  expect(Object.keys(calls).toSorted()).toEqual(
    listed.map(({ operationId }) => operationId).toSorted(),
  );
  for (const [id, call] of Object.entries(calls)) {
    const answered = await call();
    const text = await answered.text();
    const { responses = {} } = listed.find(({ operationId }) => operationId === id) ?? {};
    expect(Object.keys(responses), `${id}: ${text}`).toContain(String(answered.status));
    expect(answered.ok, `${id}: ${text}`).toBe(!REFUSED.has(id));
    expect(text, id).toContain(EXPECTED[id] ?? '');
  }
});
