import { defineScript, type WrittenScript } from '@dragoman/gateway';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import OpenAI from 'openai';
import { zodTextFormat } from 'openai/helpers/zod';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createServerFixture, type ServerFixture } from '../../test-inputs/server-fixture.js';
import { turnsOf } from '../../test-inputs/turns-of.js';
import { type ListeningServer, listen } from '../node/listen.js';

vi.setConfig({ testTimeout: 60_000 });

let fixture: ServerFixture;
let listening: ListeningServer;
let client: OpenAI;

const script: WrittenScript = {
  usage: { input: 100, output: 10 },
  steps: [
    [
      { think: 'I ask.' },
      { mcp: { server: 'caller', tool: 'weather', arguments: { city: 'Smyrna' } } },
    ],
    { say: 'So it is.' },
  ],
};
const structured: WrittenScript = {
  steps: [[{ say: 'Let me count.' }, { run: 'true' }], { say: '{"n":2}' }],
};
const keys = { find: async (key: string) => (key.length > 3 ? { id: key } : undefined) };

beforeAll(async () => {
  fixture = await createServerFixture({
    keys,
    policy: {
      agents: {
        codex: { access: { kind: 'script', script: defineScript(script) } },
        structured: {
          agent: 'codex',
          access: { kind: 'script', script: defineScript(structured) },
        },
      },
    },
  });
  listening = await listen(fixture.server);
  client = clientOf('alice');
}, INSTALL_TIMEOUT_MS);
afterAll(async () => {
  await listening.close();
  await fixture.remove();
});

function clientOf(apiKey: string): OpenAI {
  return new OpenAI({ apiKey, baseURL: `${listening.url}/v1`, maxRetries: 0 });
}

const tools: OpenAI.Responses.FunctionTool[] = [
  {
    type: 'function',
    name: 'weather',
    description: 'The weather in a city.',
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
    strict: false,
  },
];

function callIn({ output }: { output: readonly { type: string }[] }) {
  const call = output.find(({ type }) => type === 'function_call');
  return (call as OpenAI.Responses.ResponseFunctionToolCall | undefined)?.call_id ?? '';
}

test("OpenAI's client streams a response, calls a function, and goes on with the session", async () => {
  const stream = client.responses.stream({
    model: 'codex',
    instructions: 'Be brief.',
    input: 'How is the weather in Smyrna?',
    tools,
  });
  const types: string[] = [];
  for await (const { type } of stream) types.push(type);
  const first = await stream.finalResponse();
  expect(types.at(0)).toBe('response.created');
  expect(types.at(-1)).toBe('response.completed');
  expect(first.output.map(({ type }) => type)).toEqual(['reasoning', 'function_call']);

  // All that the turn waits for has to be there.
  const unanswered = client.responses.create({
    model: 'codex',
    input: 'Well?',
    previous_response_id: first.id,
  });
  await expect(unanswered).rejects.toMatchObject({
    status: 400,
    error: { type: 'invalid_request_error', code: 'invalid_request' },
  });

  const output = { type: 'function_call_output' as const, call_id: callIn(first), output: 'blue' };
  const both = client.responses.create({
    model: 'codex',
    input: [output, { role: 'user', content: 'And be quick.' }],
    previous_response_id: first.id,
  });
  await expect(both).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('Send the outputs alone'),
  });
  const second = await client.responses.create({
    model: 'codex',
    previous_response_id: first.id,
    input: [output],
    tools,
  });
  expect(second).toMatchObject({ status: 'completed', output_text: 'So it is.' });
  expect(second.usage).toMatchObject({ input_tokens: 200, output_tokens: 20, total_tokens: 220 });
  expect(second.id).not.toBe(first.id);

  expect((await client.responses.retrieve(first.id)).output).toEqual(
    first.output.map((item) => ({ ...item, parsed_arguments: undefined })),
  );
  const replayed = await client.responses.retrieve(first.id, { stream: true, starting_after: 3 });
  const again: string[] = [];
  for await (const { type } of replayed) again.push(type);
  expect(again).toEqual(types.slice(4));
  await expect(clientOf('bobby').responses.retrieve(first.id)).rejects.toMatchObject({
    status: 404,
  });

  const third = await client.responses.create({
    model: 'codex',
    previous_response_id: second.id,
    input: 'And now?',
    tools,
    background: true,
  });
  expect(third.status).toBe('in_progress');
  await vi.waitFor(async () => {
    expect(callIn(await client.responses.retrieve(third.id))).not.toBe('');
  }, 30_000);
  expect(await client.responses.cancel(third.id)).toMatchObject({ status: 'completed' });
  const turns = await turnsOf(fixture, { key: 'alice' });
  expect(turns).toMatchObject([{ state: 'canceled' }, { state: 'success' }]);
  expect(turns[0]?.session_id).toBe(turns[1]?.session_id);
});

test('an answer that follows a schema is the only text of its response', async () => {
  const format = zodTextFormat(z.object({ n: z.number() }), 'count');
  const stream = client.responses.stream({
    model: 'structured',
    input: 'How many?',
    text: { format },
    metadata: { purpose: 'count' },
  });
  const types: string[] = [];
  for await (const { type } of stream) types.push(type);
  const { id, output, output_parsed } = await stream.finalResponse();
  expect(output.map(({ type }) => type)).toEqual(['mcp_call', 'reasoning', 'message']);
  expect(output_parsed).toEqual({ n: 2 });

  // Whoever asks for it later gets the same: its format, its metadata, its events by their numbers.
  const again = await client.responses.retrieve(id);
  expect(again).toMatchObject({ output_text: '{"n":2}', metadata: { purpose: 'count' } });
  expect(again).toMatchObject({ model: 'structured', text: { format: { type: 'json_schema' } } });
  expect(again.output.map(({ type }) => type)).toEqual(['mcp_call', 'reasoning', 'message']);
  const replayed = await client.responses.retrieve(id, { stream: true, starting_after: 3 });
  const rest: string[] = [];
  for await (const { type } of replayed) rest.push(type);
  expect(rest).toEqual(types.slice(4));
});

test('a response names its turn in a header, as all do', async () => {
  const bearer = { authorization: 'Bearer alice' };
  const body = { model: 'structured', input: 'How many?', background: true };
  const response = await fixture.post('/v1/responses', body, bearer);
  const [turn] = await turnsOf(fixture, { key: 'alice' });
  expect(response.headers.get('turn-id')).toBe(turn?.turn_id);
  await fixture.post(`/v1/turns/${turn?.turn_id}/cancel`, {}, bearer);
});

test.each([
  ['an unknown agent', { model: 'nobody', input: 'Hi.' }, 400],
  ['a tool that is no function', { input: 'Hi.', tools: [{ type: 'web_search' }] }, 400],
  ['a choice of tool', { input: 'Hi.', tool_choice: 'required' }, 400],
  ['not to be stored', { input: 'Hi.', store: false }, 400],
  ['one call at a time', { input: 'Hi.', parallel_tool_calls: false }, 400],
  ['to be shortened', { input: 'Hi.', truncation: 'auto' }, 400],
  ['a temperature', { input: 'Hi.', temperature: 0.5 }, 400],
  ['a response that there is not', { input: 'Hi.', previous_response_id: 'resp_x_1' }, 404],
  ['a path as a response', { input: 'Hi.', previous_response_id: 'resp_../../x_1' }, 404],
])(
  '%s is refused before a turn begins, in the form of the protocol',
  async (_what, body, status) => {
    const asked = client.responses.create(body as OpenAI.Responses.ResponseCreateParams);
    await expect(asked).rejects.toMatchObject({ status, type: expect.stringMatching(/_error$/) });
  },
);

test('what there is not of the API is said in its form, and what there is; it had no words', async () => {
  const asked = [
    client.models.list(),
    client.chat.completions.create({ model: 'codex', messages: [] }),
    client.embeddings.create({ model: 'codex', input: 'Hi.' }),
  ];
  for (const request of asked) {
    await expect(request).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('client.responses.create'),
    });
  }
  // A chat may have any name.
  const bearer = { authorization: 'Bearer alice' };
  const chat = await fixture.get('/v1/chat/completions/nothing', bearer);
  expect(await chat.json()).toMatchObject({ ok: false, errorCode: 'not_found' });
});

test('so is a wrong key', async () => {
  await expect(
    clientOf('x').responses.create({ model: 'codex', input: 'Hi.' }),
  ).rejects.toMatchObject({ status: 401, error: { type: 'authentication_error' } });
});
