import { createUiMapper } from '@dragoman/ai-sdk/ui';
import { defineScript, type WrittenScript } from '@dragoman/gateway';
import { describe, expect, test, vi } from 'vitest';
import { servedTurnsOfFile } from '../test-inputs/served-turns.js';

vi.setConfig({ testTimeout: 180_000 });

const AGENTS = ['codex', 'claude', 'gemini', 'opencode'] as const;
const ASKING: WrittenScript = {
  steps: [
    { mcp: { server: 'caller', tool: 'weather', arguments: { city: 'Smyrna' } } },
    { say: 'It is blue.' },
  ],
};
const SCHEMA = { type: 'object', properties: { city: { type: 'string' } } };

const access = { kind: 'script' as const, script: defineScript(ASKING) };
const served = servedTurnsOfFile({
  installed: AGENTS,
  policy: { agents: Object.fromEntries(AGENTS.map((agent) => [agent, { access }])) },
  uiMapper: createUiMapper,
});

async function post(path: string, body: object): Promise<string> {
  const response = await fetch(`${served.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return text;
}

/** What the data lines of server-sent events say. */
function dataOf(text: string): readonly Readonly<Record<string, unknown>>[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)));
}

/** The texts in it: some agents write them piece by piece. */
function saidIn(text: string): string {
  return dataOf(text)
    .map(({ delta }) => (typeof delta === 'string' ? delta : ''))
    .join('');
}

describe.each(AGENTS)('%s', (agent) => {
  test('a chat of useChat asks its page, and goes on', async () => {
    const tools = [{ name: 'weather', input_schema: SCHEMA }];
    const user = { id: 'u', role: 'user', parts: [{ type: 'text', text: 'How is it?' }] };
    const body = { id: `chat-${agent}`, agent, tools };
    const first = dataOf(await post('/v1/chat', { ...body, messages: [user] }));
    const call = first.find(
      ({ type, providerExecuted }) => type === 'tool-input-available' && !providerExecuted,
    );
    expect(call).toMatchObject({ toolName: 'weather', input: { city: 'Smyrna' } });
    const part = {
      type: 'tool-weather',
      toolCallId: call?.toolCallId,
      state: 'output-available',
      output: 'blue',
    };
    const message = { id: first[0]?.messageId, role: 'assistant', parts: [part] };
    const rest = await post('/v1/chat', { ...body, messages: [user, message] });
    expect(saidIn(rest)).toContain('It is blue.');
    expect(dataOf(rest).at(-1)).toMatchObject({ type: 'finish', finishReason: 'stop' });
  });

  test('an AG-UI run calls a tool of its client, and goes on', async () => {
    const tools = [{ name: 'weather', description: 'The weather.', parameters: SCHEMA }];
    const user = { id: 'u', role: 'user', content: 'How is it?' };
    const run = {
      threadId: `thread-${agent}`,
      tools,
      state: {},
      context: [],
      forwardedProps: { dragoman: { agent } },
    };
    const first = dataOf(await post('/v1/ag-ui', { ...run, runId: 'r1', messages: [user] }));
    const call = first.find(
      ({ type, toolCallName }) => type === 'TOOL_CALL_START' && toolCallName === 'weather',
    );
    expect(first.at(-1)).toMatchObject({ type: 'RUN_FINISHED' });
    const toolCallId = call?.toolCallId;
    const messages = [
      user,
      {
        id: 'a',
        role: 'assistant',
        toolCalls: [
          { id: toolCallId, type: 'function', function: { name: 'weather', arguments: '{}' } },
        ],
      },
      { id: 't', role: 'tool', toolCallId, content: 'blue' },
    ];
    const rest = await post('/v1/ag-ui', { ...run, runId: 'r2', messages });
    expect(saidIn(rest)).toContain('It is blue.');
    expect(dataOf(rest).at(-1)).toMatchObject({ type: 'RUN_FINISHED' });
  });

  test('a response of the Responses API calls a function, and goes on', async () => {
    const tools = [{ type: 'function', name: 'weather', parameters: SCHEMA, strict: false }];
    const first = JSON.parse(
      await post('/v1/responses', { model: agent, input: 'How is it?', tools }),
    );
    const output: readonly Readonly<Record<string, unknown>>[] = first.output;
    const call = output.find(({ type }) => type === 'function_call');
    expect(call).toMatchObject({ name: 'weather' });
    const given = { type: 'function_call_output', call_id: call?.call_id, output: 'blue' };
    const rest = JSON.parse(
      await post('/v1/responses', {
        model: agent,
        previous_response_id: first.id,
        input: [given],
        tools,
      }),
    );
    expect(rest).toMatchObject({ status: 'completed' });
    expect(JSON.stringify(rest.output)).toContain('It is blue.');
  });
});
