import { expect, test } from 'vitest';
import { readPath } from '../../json/read-path.js';
import { askModel } from '../../testing/ask-model.js';
import { createClosing } from '../../testing/closing.js';
import { startScripted } from '../../testing/start-scripted.js';

const closing = createClosing();
const usage = { input: 1000, cached: 600, output: 50, reasoning: 10 };

test('streams thoughts, text and calls in the order of the API', async () => {
  const { gateway, token, pass } = await startScripted(closing, {
    name: 'all',
    usage,
    steps: [[{ think: 'Look.' }, { say: 'Grüße 日本語 🚀 to you' }, { run: 'ls' }]],
  });
  const { headers, events } = await askModel(gateway, { dialect: 'anthropic', token });
  expect(headers['content-type']).toBe('text/event-stream; charset=utf-8');
  expect(events.every(({ event, data }) => readPath(data, 'type') === event)).toBe(true);

  const block = ['content_block_start', 'content_block_delta', 'content_block_stop'];
  const types = events.map(({ event }) => event);
  expect(types.filter((type, index) => type !== types[index - 1])).toEqual([
    'message_start',
    'ping',
    ...block,
    ...block,
    ...block,
    'message_delta',
    'message_stop',
  ]);
  const deltas = events.map(({ data }) => readPath(data, 'delta'));
  const joined = (field: string) => deltas.map((delta) => readPath(delta, field) ?? '').join('');
  expect(joined('thinking')).toBe('Look.');
  expect(joined('signature')).not.toBe('');
  expect(joined('text')).toBe('Grüße 日本語 🚀 to you');
  expect(joined('partial_json')).toBe('{"command":"ls"}');
  expect(events.find(({ event }) => event === 'message_start')?.data).toMatchObject({
    message: {
      id: 'msg_all_1_1_1',
      role: 'assistant',
      content: [],
      usage: { input_tokens: 400, cache_read_input_tokens: 600, output_tokens: 1 },
    },
  });
  expect(events.at(-2)?.data).toMatchObject({
    delta: { stop_reason: 'tool_use' },
    usage: { output_tokens: 50 },
  });
  expect(pass.usage()).toEqual({
    requests: 1,
    inputTokens: 1000,
    cachedInputTokens: 600,
    outputTokens: 50,
    reasoningTokens: 0,
  });
});

test('a sealed thought is for the provider alone, and a call may be no JSON', async () => {
  const { gateway, token } = await startScripted(closing, {
    name: 'odd',
    steps: [[{ think: 'hidden', sealed: true }, { tool: { name: 'Bash', text: '{"command":' } }]],
  });
  const { events } = await askModel(gateway, { dialect: 'anthropic', token });
  const started = events.map(({ data }) => readPath(data, 'content_block', 'type'));
  expect(started.filter((type) => type !== undefined)).toEqual(['redacted_thinking', 'tool_use']);
  const pieces = events.map(({ data }) => readPath(data, 'delta', 'partial_json') ?? '');
  expect(pieces.join('')).toBe('{"command":');
  expect(JSON.stringify(events)).not.toContain('hidden');
});

test('answers in one piece', async () => {
  const { gateway, token } = await startScripted(closing, {
    name: 'whole',
    usage,
    steps: [[{ think: ['a', 'b'] }, { say: 'Hello' }, { run: 'ls' }], { say: 'Bye' }],
  });
  const question = { dialect: 'anthropic', token, stream: false } as const;
  expect((await askModel(gateway, question)).json).toMatchObject({
    type: 'message',
    content: [
      { type: 'thinking', thinking: 'a' },
      { type: 'thinking', thinking: 'b' },
      { type: 'text', text: 'Hello' },
      { type: 'tool_use', id: 'toolu_whole_1_1_1_3', name: 'Bash', input: { command: 'ls' } },
    ],
    stop_reason: 'tool_use',
    usage: { input_tokens: 400, cache_read_input_tokens: 600, output_tokens: 50 },
  });
  expect((await askModel(gateway, question)).json).toMatchObject({ stop_reason: 'end_turn' });
});

test.each(['web_search_20250305', 'code_execution_20250825'])(
  'a tool of the type %s is one that the provider runs',
  async (type) => {
    const { gateway, token } = await startScripted(closing, {
      steps: [{ say: 'main' }],
      aside: 'beside',
    });
    const tools = [{ type, name: 'x' }];
    const { json } = await askModel(gateway, {
      dialect: 'anthropic',
      token,
      stream: false,
      extra: { tools },
    });
    expect(json).toMatchObject({ content: [{ type: 'text', text: 'beside' }] });
  },
);

test.each(['bash_20250124', 'text_editor_20250728', 'computer_20250124', 'memory_20250818'])(
  'a tool of the type %s is one that the client runs',
  async (type) => {
    const { gateway, token } = await startScripted(closing, { steps: [{ run: 'ls' }] });
    const extra = { tools: [{ type, name: 'bash' }] };
    const question = { dialect: 'anthropic', token, stream: false, extra } as const;
    expect((await askModel(gateway, question)).json).toMatchObject({
      content: [{ type: 'tool_use', name: 'bash', input: { command: 'ls' } }],
    });
  },
);

test('a search by the provider goes on in the same reply', async () => {
  const { gateway, token } = await startScripted(closing, {
    steps: [{ search: 'weather' }, { say: 'Sunny.' }],
  });
  const tools = [
    { name: 'Bash', input_schema: {} },
    { type: 'web_search_20250305', name: 'web_search' },
  ];
  const { json } = await askModel(gateway, {
    dialect: 'anthropic',
    token,
    stream: false,
    extra: { tools },
  });
  expect(json).toMatchObject({
    content: [
      { type: 'server_tool_use', name: 'web_search', input: { query: 'weather' } },
      { type: 'web_search_tool_result', content: [] },
      { type: 'text', text: 'Sunny.' },
    ],
    stop_reason: 'end_turn',
  });
});
