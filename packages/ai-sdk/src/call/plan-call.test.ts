import type { LanguageModelV4CallOptions } from '@ai-sdk/provider-v4';
import { type AgentName, agents } from '@dragoman/agents';
import { getFormSnapshot } from '@dragoman/runtime';
import { expect, test } from 'vitest';
import { readDragomanOptions } from './call-options.js';
import { planCall } from './plan-call.js';

function plan(
  name: AgentName,
  options: Partial<LanguageModelV4CallOptions> = {},
  version?: string,
) {
  const abilities = agents[name].abilities(version ?? agents[name].version);
  const prompt: LanguageModelV4CallOptions['prompt'] = [
    { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
  ];
  const agent = { name, reference: name, abilities, toolResultLimitMs: 1000 };
  const own = readDragomanOptions(options.providerOptions?.dragoman);
  return planCall({ prompt, ...options }, own, agent);
}

test('a call that asks for nothing special has no warnings', () => {
  const headers = { 'user-agent': 'ai/7' };
  const responseFormat = { type: 'text' } as const;
  expect(
    plan('codex', { headers, responseFormat, tools: [], toolChoice: { type: 'auto' } }),
  ).toEqual({
    request: { agent: 'codex', prompt: 'Hi', images: [] },
    json: undefined,
    activity: true,
    warnings: [],
  });
});

const WEATHER = {
  type: 'function',
  name: 'weather',
  description: 'The weather.',
  inputSchema: { properties: { city: { type: 'string' } } },
} as const;

test('the functions of a call are offered to the agent, the tools of providers are not', () => {
  const search = { type: 'provider', id: 'other.search', name: 'search', args: {} } as const;
  const { request, warnings } = plan('codex', { tools: [WEATHER, search] });
  expect(request.tools).toEqual([
    {
      name: 'weather',
      description: 'The weather.',
      inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
      timeoutMs: expect.any(Number),
    },
  ]);
  expect(warnings).toMatchObject([{ type: 'unsupported', feature: 'tool search' }]);
});

test.each([
  ['a name that agents have', { name: 'Bash' }, 'compatibility', 'tool Bash'],
  ['a name that notices have', { name: 'plan' }, 'compatibility', 'tool plan'],
  ['strictness', { strict: true }, 'unsupported', 'strict of tool weather'],
  ['examples', { inputExamples: [{ input: {} }] }, 'unsupported', 'inputExamples of tool weather'],
])('%s is warned of', (_what, more, type, feature) => {
  const { warnings } = plan('codex', { tools: [{ ...WEATHER, ...more }] });
  expect(warnings).toMatchObject([{ type, feature }]);
});

test('a request is data, all of it: turns may be conducted elsewhere', () => {
  const { name, inputSchema } = getFormSnapshot;
  const { request } = plan('codex', { tools: [{ type: 'function', name, inputSchema }] });
  expect(structuredClone(request)).toEqual(request);
});

test('the tools for forms are known by their names and what they take', () => {
  const named = { type: 'function', name: getFormSnapshot.name } as const;
  const { inputSchema } = getFormSnapshot;
  const eventOf = (schema: object) =>
    plan('codex', { tools: [{ ...named, inputSchema: schema }] }).request.tools?.[0]?.event;
  expect(eventOf(inputSchema)).toBe('snapshot_request');
  expect(eventOf(WEATHER.inputSchema)).toBeUndefined();
});

test('a call that wants no tools gets none, not even those of the agent to see', () => {
  const planned = plan('codex', { tools: [WEATHER], toolChoice: { type: 'none' } });
  expect(planned).toMatchObject({
    activity: false,
    warnings: [{ type: 'compatibility', feature: 'toolChoice' }],
  });
  expect(planned.request.tools).toBeUndefined();
});

test('every setting without effect is warned of', () => {
  const { warnings } = plan('codex', {
    maxOutputTokens: 1,
    temperature: 0,
    stopSequences: ['x'],
    topP: 1,
    topK: 1,
    presencePenalty: 0,
    frequencyPenalty: 0,
    seed: 0,
    headers: { authorization: 'x' },
    toolChoice: { type: 'required' },
  });
  expect(warnings.map((warning) => 'feature' in warning && warning.feature)).toEqual([
    'maxOutputTokens',
    'temperature',
    'stopSequences',
    'topP',
    'topK',
    'presencePenalty',
    'frequencyPenalty',
    'seed',
    'headers',
    'toolChoice',
  ]);
});

test.each([
  ['codex', 'high', 'high', []],
  ['codex', 'provider-default', undefined, []],
  ['gemini', 'max', 'high', ['compatibility']],
  ['claude', 'minimal', undefined, ['unsupported']],
] as const)('%s with reasoning %s thinks %s', (name, reasoning, effort, types) => {
  const { request, warnings } = plan(name, { reasoning });
  expect(request.reasoningEffort).toBe(effort);
  expect(warnings.map(({ type }) => type)).toEqual(types);
});

test('a schema goes to the agent that has a way for it, and into the prompt of one that has none', () => {
  const schema = { type: 'object', properties: {} } as const;
  const responseFormat = { type: 'json', schema } as const;
  expect(plan('codex', { responseFormat })).toMatchObject({
    request: { prompt: 'Hi', outputSchema: schema },
    json: { schema },
    warnings: [],
  });
  const asked = plan('opencode', { responseFormat });
  expect(asked.request.outputSchema).toBeUndefined();
  expect(asked.request.prompt).toContain(JSON.stringify(schema));
  expect(asked.warnings).toMatchObject([{ type: 'compatibility', feature: 'responseFormat' }]);
});

test('the options of a call say which session goes on, and how', () => {
  const dragoman = { sessionId: 's', reasoningEffort: 'low' };
  expect(plan('codex', { providerOptions: { dragoman } }).request).toMatchObject({
    resume: 's',
    reasoningEffort: 'low',
  });
  const forked = { dragoman: { sessionId: 's', fork: true } };
  expect(plan('claude', { providerOptions: forked }).request).toMatchObject({ fork: 's' });
});

test('an option that nobody knows is an error', () => {
  expect(() => plan('codex', { providerOptions: { dragoman: { session: 's' } } })).toThrow(
    expect.objectContaining({ code: 'options_invalid' }),
  );
});

test('an image for a version that takes none is an error', () => {
  const data = Buffer.from('GIF89a');
  const prompt: LanguageModelV4CallOptions['prompt'] = [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'See' },
        { type: 'file', mediaType: 'image/gif', data: { type: 'data', data } },
      ],
    },
  ];
  expect(() => plan('codex', { prompt }, '0.50.0')).toThrow(
    expect.objectContaining({ code: 'images_unsupported' }),
  );
});
