import { HttpAgent } from '@ag-ui/client';
import { sessionMessages } from '@dragoman/protocol/http';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createServerFixture, type ServerFixture } from '../../test-inputs/server-fixture.js';
import { turnsOf } from '../../test-inputs/turns-of.js';
import { type ListeningServer, listen } from '../node/listen.js';

vi.setConfig({ testTimeout: 60_000 });

let fixture: ServerFixture;
let listening: ListeningServer;

beforeAll(async () => {
  fixture = await createServerFixture({
    script: {
      usage: { input: 100, output: 10 },
      steps: [
        [
          { think: 'I ask.' },
          { run: 'echo own' },
          { mcp: { server: 'caller', tool: 'weather', arguments: { city: 'Smyrna' } } },
        ],
        { say: 'So it is.' },
      ],
    },
  });
  listening = await listen(fixture.server);
}, INSTALL_TIMEOUT_MS);
afterAll(async () => {
  await listening.close();
  await fixture.remove();
});

const weather = {
  name: 'weather',
  description: 'The weather in a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
};

test("the protocol's client runs an agent, answers its call, and the same turn goes on", async () => {
  const agent = new HttpAgent({ url: `${listening.url}/v1/ag-ui`, threadId: 'thread' });
  const events: { type: string }[] = [];
  const onEvent = ({ event }: { event: { type: string } }) => void events.push(event);
  agent.addMessage({ id: 'u1', role: 'user', content: 'How is the weather in Smyrna?' });
  await agent.runAgent({ tools: [weather] }, { onEvent });
  const finished = events.at(-1);
  const call = agent.messages.findLast(({ role }) => role === 'assistant');
  const toolCall = call?.role === 'assistant' ? call.toolCalls?.at(-1) : undefined;
  expect(toolCall?.function).toEqual({ name: 'weather', arguments: '{"city":"Smyrna"}' });
  expect(finished).toMatchObject({
    type: 'RUN_FINISHED',
    outcome: { type: 'success', pendingToolCallIds: [toolCall?.id] },
  });
  expect(agent.messages.map(({ role }) => role)).toContain('reasoning');

  agent.addMessage({ id: 't1', role: 'tool', toolCallId: toolCall?.id ?? '', content: 'blue' });
  events.length = 0;
  await agent.runAgent({ tools: [weather] }, { onEvent });
  expect(agent.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'So it is.' });
  expect(events.at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'success' } });

  const turns = await turnsOf(fixture, { conversation: 'thread' });
  expect(turns).toMatchObject([{ state: 'success' }]);
  const journal = await (await fixture.get(`/v1/turns/${turns[0]?.turn_id}/events`)).text();
  expect(journal).toContain('blue');

  // What the client knows as the conversation is not made up anew where it is gone.
  const messages = [...agent.messages, { id: 'u2', role: 'user', content: 'And now?' }];
  const elsewhere = { threadId: 'another', runId: 'r', messages, tools: [], context: [] };
  expect((await fixture.post('/v1/ag-ui', elsewhere)).status).toBe(404);
});

test('a new message takes the place of results that the agent waits for', async () => {
  const agent = new HttpAgent({ url: `${listening.url}/v1/ag-ui`, threadId: 'other' });
  agent.addMessage({ id: 'u1', role: 'user', content: 'How is the weather?' });
  await agent.runAgent({ tools: [weather] });
  agent.addMessage({ id: 'u2', role: 'user', content: 'Never mind.' });
  await agent.runAgent({ tools: [weather] });
  const turns = await turnsOf(fixture, { conversation: 'other' });
  expect(turns).toMatchObject([{ state: 'waiting' }, { state: 'canceled' }]);
  expect(turns[0]?.session_id).toBe(turns[1]?.session_id);
});

test('each run has its own context, also when the agent has the session', async () => {
  const at = async (value: string) => {
    const response = await fixture.post('/v1/ag-ui', {
      threadId: 'shop',
      runId: value,
      messages: [{ id: value, role: 'user', content: `I am at ${value}.` }],
      context: [{ description: 'The page', value }],
    });
    await response.text();
  };
  await at('cart');
  await at('checkout');
  const [turn] = await turnsOf(fixture, { conversation: 'shop' });
  const { messages } = sessionMessages.parse(
    await (await fixture.get(`/v1/sessions/${turn?.session_id}/messages`)).json(),
  );
  expect(JSON.stringify(messages)).toMatch(/The page: cart.*I am at cart.*The page: checkout/);
});

test('a run without anything new is refused in words', async () => {
  const response = await fixture.post('/v1/ag-ui', {
    threadId: 'empty',
    runId: 'r',
    messages: [],
    tools: [],
    context: [],
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ errorCode: 'prompt_empty' });
});
