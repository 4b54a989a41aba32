import { expect, test } from 'vitest';
import { readPath } from '../../json/read-path.js';
import { askModel } from '../../testing/ask-model.js';
import { createClosing } from '../../testing/closing.js';
import { startScripted } from '../../testing/start-scripted.js';

const closing = createClosing();
const usage = { input: 1000, cached: 600, output: 50, reasoning: 10 };

/** Event types, with runs of the same type as one. */
function order(events: readonly { event?: string }[]): (string | undefined)[] {
  return events.map(({ event }) => event).filter((type, index, all) => type !== all[index - 1]);
}

test('streams thoughts, text and calls in the order of the API', async () => {
  const { gateway, token, pass } = await startScripted(closing, {
    name: 'all',
    usage,
    steps: [[{ think: ['Look.', 'Then do.'] }, { say: 'Let me look — 日本語 🚀.' }, { run: 'ls' }]],
  });
  const { status, headers, events } = await askModel(gateway, {
    dialect: 'openai',
    token,
    tools: ['exec_command'],
  });
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/event-stream; charset=utf-8');
  const part = [
    'response.reasoning_summary_part.added',
    'response.reasoning_summary_text.delta',
    'response.reasoning_summary_text.done',
    'response.reasoning_summary_part.done',
  ];
  expect(order(events)).toEqual([
    'response.created',
    'response.in_progress',
    'response.output_item.added',
    ...part,
    ...part,
    'response.output_item.done',
    'response.output_item.added',
    'response.content_part.added',
    'response.output_text.delta',
    'response.output_text.done',
    'response.content_part.done',
    'response.output_item.done',
    'response.output_item.added',
    'response.function_call_arguments.delta',
    'response.function_call_arguments.done',
    'response.output_item.done',
    'response.completed',
  ]);
  expect(events.map(({ data }) => readPath(data, 'sequence_number'))).toEqual(
    events.map((_event, index) => index),
  );
  expect(events.every(({ event, data }) => readPath(data, 'type') === event)).toBe(true);

  const deltas = events.filter(({ event }) => event === 'response.output_text.delta');
  expect(deltas.length).toBeGreaterThan(1);
  expect(deltas.map(({ data }) => readPath(data, 'delta')).join('')).toBe(
    'Let me look — 日本語 🚀.',
  );
  expect(readPath(events.at(-1)?.data, 'response', 'output')).toMatchObject([
    {
      id: 'rs_all_1_1_1_1',
      type: 'reasoning',
      summary: [{ text: 'Look.' }, { text: 'Then do.' }],
    },
    { id: 'msg_all_1_1_1_2', type: 'message', role: 'assistant', status: 'completed' },
    {
      id: 'fc_all_1_1_1_3',
      type: 'function_call',
      call_id: 'call_all_1_1_1_3',
      name: 'exec_command',
      arguments: '{"cmd":"ls"}',
    },
  ]);
  expect(readPath(events.at(-1)?.data, 'response', 'usage')).toEqual({
    input_tokens: 1000,
    input_tokens_details: { cached_tokens: 600 },
    output_tokens: 50,
    output_tokens_details: { reasoning_tokens: 10 },
    total_tokens: 1050,
  });
  expect(pass.usage()).toEqual({
    requests: 1,
    inputTokens: 1000,
    cachedInputTokens: 600,
    outputTokens: 50,
    reasoningTokens: 10,
  });
});

test('answers in one piece what a stream would have said', async () => {
  const steps = [[{ think: 'Hm.' }, { say: 'Hello' }, { run: 'ls' }]];
  const { gateway, token } = await startScripted(closing, { steps: [...steps, ...steps], usage });
  const question = { dialect: 'openai', token, tools: ['shell'] } as const;
  const streamed = await askModel(gateway, question);
  const whole = await askModel(gateway, { ...question, stream: false });
  const last = readPath(streamed.events.at(-1)?.data, 'response');
  const unnumbered = (value: unknown) =>
    JSON.stringify(value).replaceAll(/script_1_1_\d/g, 'script');
  expect(unnumbered(whole.json)).toEqual(unnumbered(last));
});

test('calls custom tools, the local shell and namespaced tools in their own forms', async () => {
  const { gateway, token } = await startScripted(closing, {
    steps: [
      [
        { patch: [{ delete: 'a' }] },
        { run: 'ls' },
        { mcp: { server: 'demo', tool: 'echo', arguments: { text: 'hi' } } },
      ],
    ],
  });
  const tools = [
    { type: 'custom', name: 'apply_patch', format: {} },
    { type: 'local_shell' },
    { type: 'namespace', name: 'mcp__demo', tools: [{ type: 'function', name: 'echo' }] },
  ];
  const { events } = await askModel(gateway, { dialect: 'openai', token, extra: { tools } });
  expect(readPath(events.at(-1)?.data, 'response', 'output')).toMatchObject([
    {
      type: 'custom_tool_call',
      name: 'apply_patch',
      input: '*** Begin Patch\n*** Delete File: a\n*** End Patch',
    },
    {
      type: 'local_shell_call',
      action: { type: 'exec', command: ['bash', '-lc', 'ls'] },
    },
    { type: 'function_call', name: 'echo', namespace: 'mcp__demo', arguments: '{"text":"hi"}' },
  ]);
  expect(order(events)).toContain('response.custom_tool_call_input.delta');
});

test.each(['functions', undefined])(
  'calls tools from code where only code may call them, in the namespace %s',
  async (namespace) => {
    const { gateway, token } = await startScripted(closing, {
      steps: [
        [
          { run: "echo 'hi'" },
          { patch: [{ delete: 'a' }] },
          { mcp: { server: 'my-demo', tool: 'echo' } },
        ],
      ],
    });
    const description = [
      'declare const tools: { exec_command(args: {',
      'declare const tools: { apply_patch(input: string): Promise<unknown>; };',
    ].join('\n');
    const exec = { type: 'custom', name: 'exec', description };
    const input = [
      {
        type: 'additional_tools',
        tools:
          namespace === undefined
            ? [exec]
            : [{ type: 'namespace', name: namespace, tools: [exec] }],
      },
    ];
    const { events } = await askModel(gateway, {
      dialect: 'openai',
      token,
      extra: { input, tools: [] },
    });
    const called = { type: 'custom_tool_call', name: 'exec' };
    const code = namespace === undefined ? called : { ...called, namespace };
    expect(readPath(events.at(-1)?.data, 'response', 'output')).toMatchObject([
      { ...code, input: `text(await tools.exec_command({"cmd":"echo 'hi'"}));` },
      {
        ...code,
        input:
          'text(await tools.apply_patch("*** Begin Patch\\n*** Delete File: a\\n*** End Patch"));',
      },
      { ...code, input: 'text(await tools.mcp__my_demo__echo({}));' },
    ]);
  },
);

test('a search by the provider goes on in the same reply', async () => {
  const steps = [{ search: 'weather' }, { say: 'Sunny.' }];
  const { gateway, token } = await startScripted(closing, { steps });
  const tools = [
    { type: 'function', name: 'shell' },
    { type: 'web_search', external_web_access: false },
  ];
  const { events } = await askModel(gateway, { dialect: 'openai', token, extra: { tools } });
  expect(readPath(events.at(-1)?.data, 'response', 'output')).toMatchObject([
    { type: 'web_search_call', action: { type: 'search', query: 'weather' } },
    { type: 'message' },
  ]);
  const after = await askModel(gateway, { dialect: 'openai', token });
  expect(readPath(after.json, 'error', 'code')).toBe('script_at_end');
});

test('a sealed thought has no summary, and a call may be no JSON', async () => {
  const { gateway, token } = await startScripted(closing, {
    name: 'odd',
    steps: [[{ think: 'hidden', sealed: true }, { tool: { name: 'shell', text: '{"command":' } }]],
  });
  const { events } = await askModel(gateway, { dialect: 'openai', token });
  expect(JSON.stringify(events)).not.toContain('hidden');
  expect(events.map(({ data }) => readPath(data, 'item', 'arguments'))).toContain('{"command":');
});
