import type { WrittenScript } from '@dragoman/gateway';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import * as six from 'ai-v6';
import * as seven from 'ai-v7';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { calls, receivedIn, weather } from '../test-inputs/caller-tools.js';
import { createModelFixture, type ModelFixture } from '../test-inputs/model-fixture.js';
import { createDragoman } from './v3/create-dragoman.js';
import { createDragoman as createDragomanV4 } from './v4/create-dragoman.js';

vi.setConfig({ testTimeout: 180_000 });

let fixture: ModelFixture;

beforeAll(async () => {
  // It is installed once; each test has its fixture.
  await (await createModelFixture('codex')).remove();
}, INSTALL_TIMEOUT_MS);

beforeEach(async () => {
  fixture = await createModelFixture();
});

afterEach(async () => {
  await expect.poll(() => fixture.remains(), { timeout: 60_000, interval: 200 }).toEqual([]);
  await fixture.remove();
}, 90_000);

/** A journal shows no passwords, but a tool has to get them. */
const signIn = {
  inputSchema: z.object({ password: z.string() }),
  execute: async ({ password }: { password: string }) => `${password.length} letters`,
};
const prompt = 'How is it?';
const usage = { input: 100, output: 10 };

/** The two versions of the SDK, each with the face that is made for it, made anew for each call. */
const SDKS = {
  'ai 6': {
    stream(script: WrittenScript, options = {}) {
      const model = createDragoman(fixture.settings(script))('codex');
      const result = six.streamText({ model, prompt, stopWhen: six.stepCountIs(9), ...options });
      return { result, parts: result.fullStream };
    },
    async generate(script: WrittenScript, messages: unknown[], options = {}) {
      const model = createDragoman(fixture.settings(script))('codex');
      const result = await six.generateText({
        model,
        messages: messages as six.ModelMessage[],
        stopWhen: six.stepCountIs(9),
        ...options,
      });
      return { text: result.text, content: result.content, said: result.response.messages };
    },
  },
  'ai 7': {
    stream(script: WrittenScript, options = {}) {
      const model = createDragomanV4(fixture.settings(script))('codex');
      const result = seven.streamText({
        model,
        prompt,
        stopWhen: seven.isStepCount(9),
        ...options,
      });
      return { result, parts: result.stream };
    },
    async generate(script: WrittenScript, messages: unknown[], options = {}) {
      const model = createDragomanV4(fixture.settings(script))('codex');
      const result = await seven.generateText({
        model,
        messages: messages as seven.ModelMessage[],
        stopWhen: seven.isStepCount(9),
        ...options,
      });
      return { text: result.text, content: result.content, said: result.responseMessages };
    },
  },
};

describe.each(['ai 6', 'ai 7'] as const)('with %s', (version) => {
  const sdk = SDKS[version];

  test('a turn goes on with what the tools gave, and with what they failed with', async () => {
    const { result, parts } = sdk.stream(
      {
        usage,
        steps: [
          [{ think: 'I ask.' }, calls('weather', { city: 'Smyrna' })],
          [{ run: 'echo own' }, calls('weather', { city: 'Atlantis' })],
          calls('signIn', { password: 'hunter2' }),
          { say: 'Mixed.' },
        ],
      },
      { tools: { weather, signIn } },
    );
    const emitted: string[] = [];
    for await (const part of parts as AsyncIterable<{ type: string; toolName?: string }>) {
      if (!/start|end$/.test(part.type)) emitted.push(`${part.type} ${part.toolName ?? ''}`.trim());
    }
    expect(emitted).toEqual([
      'reasoning-delta',
      'tool-call weather',
      'tool-result weather',
      'finish-step',
      'tool-call Bash',
      'tool-result Bash',
      'tool-call weather',
      'tool-error weather',
      'finish-step',
      'tool-call signIn',
      'tool-result signIn',
      'finish-step',
      'text-delta',
      'finish-step',
      'finish',
    ]);
    const steps = await result.steps;
    expect(new Set(steps.map(({ response }) => response.id)).size).toBe(1);
    expect(steps.map(({ finishReason }) => finishReason)).toEqual([
      'tool-calls',
      'tool-calls',
      'tool-calls',
      'stop',
    ]);
    expect(await result.totalUsage).toMatchObject({ inputTokens: 400, outputTokens: 40 });
    expect(await receivedIn(fixture)).toEqual([
      ['{"sky":"blue over Smyrna"}', expect.stringContaining('Atlantis is gone.'), '7 letters'],
    ]);
  });

  test('a call that needs approval waits for it, and the agent hears of a denial', async () => {
    const tools = { weather: { ...weather, needsApproval: true } };
    const city = (name: string) => calls('weather', { city: name });
    const script = { steps: [city('Smyrna'), city('Ankara'), { say: 'So be it.' }] };
    const messages: unknown[] = [{ role: 'user', content: prompt }];
    const answers = [{ approved: true }, { approved: false, reason: 'Too far.' }];
    for (const answer of answers) {
      const { content, said } = await sdk.generate(script, messages, { tools });
      const asked = content.find(({ type }) => type === 'tool-approval-request');
      const { approvalId } = z.object({ approvalId: z.string() }).parse(asked);
      messages.push(...said);
      messages.push({
        role: 'tool',
        content: [{ type: 'tool-approval-response', approvalId, ...answer }],
      });
    }
    expect((await sdk.generate(script, messages, { tools })).text).toBe('So be it.');
    expect(await receivedIn(fixture)).toEqual([
      ['{"sky":"blue over Smyrna"}', expect.stringContaining('Too far.')],
    ]);
  });

  test('an abort while a tool is executed stops the agent', async () => {
    const abort = new AbortController();
    const endless = {
      ...weather,
      execute: (_input: unknown, { abortSignal }: { abortSignal?: AbortSignal }) => {
        setImmediate(() => abort.abort());
        return new Promise<never>((_resolve, reject) => {
          abortSignal?.addEventListener('abort', () => reject(abortSignal.reason));
        });
      },
    };
    const { parts } = sdk.stream(
      { steps: [calls('weather', { city: 'Smyrna' }), { say: 'Never.' }] },
      { tools: { weather: endless }, abortSignal: abort.signal },
    );
    const types: string[] = [];
    for await (const { type } of parts as AsyncIterable<{ type: string }>) types.push(type);
    expect(types.at(-1)).toBe('abort');
  });
});

const clientSide = { description: weather.description, inputSchema: weather.inputSchema };
const ASKING = { steps: [calls('weather', { city: 'Smyrna' }), { say: 'It is blue.' }] };

test('a new message while a call is open ends its turn, and the session goes on', async () => {
  const tools = { weather: clientSide };
  const first = await six.generateText({
    model: createDragoman(fixture.settings(ASKING))('codex'),
    prompt,
    tools,
  });
  expect(first.finishReason).toBe('tool-calls');
  const { sessionId } = z.object({ sessionId: z.string() }).parse(first.providerMetadata?.dragoman);
  const second = await six.generateText({
    model: createDragoman(fixture.settings({ steps: [{ say: 'All right.' }] }))('codex'),
    prompt: 'Never mind.',
    tools,
    providerOptions: { dragoman: { sessionId } },
  });
  expect(second.text).toBe('All right.');
  expect(second.providerMetadata?.dragoman).toMatchObject({ sessionId });
});

test('an agent that nobody answers goes on without, and what comes later is an error', async () => {
  const settings = { ...fixture.settings(ASKING), toolResultLimitMs: 300 };
  const model = createDragomanV4(settings)('codex');
  const { toolCalls } = await seven.generateText({ model, prompt, tools: { weather: clientSide } });
  expect(toolCalls).toMatchObject([{ toolName: 'weather', input: { city: 'Smyrna' } }]);
  await expect.poll(() => fixture.remains(), { timeout: 60_000, interval: 200 }).toEqual([]);
  // A late answer is an error that says so, though nothing but the call's id was kept.
  const [call] = toolCalls;
  const kept = { toolCallId: call?.toolCallId ?? '', toolName: 'weather' };
  const output = { type: 'text' as const, value: 'blue' };
  const late = seven.generateText({
    model,
    maxRetries: 0,
    messages: [
      { role: 'user', content: prompt },
      { role: 'assistant', content: [{ type: 'tool-call', ...kept, input: {} }] },
      { role: 'tool', content: [{ type: 'tool-result', ...kept, output }] },
    ],
  });
  await expect(late).rejects.toThrow(expect.objectContaining({ code: 'turn_gone' }));
  await expect(late).rejects.toThrow('It had ended before these results came: success.');
});

test('answers by a schema and tools go together, in a session that goes on, too', async () => {
  const answering = { steps: [calls('weather', { city: 'Smyrna' }), { say: '{"sky":"blue"}' }] };
  const model = createDragoman(fixture.settings(answering))('codex');
  const asked = {
    model,
    prompt,
    tools: { weather },
    stopWhen: six.stepCountIs(3),
    output: six.Output.object({ schema: z.object({ sky: z.string() }) }),
  };
  const first = await six.generateText(asked);
  expect(first.output).toEqual({ sky: 'blue' });
  const { sessionId } = z.object({ sessionId: z.string() }).parse(first.providerMetadata?.dragoman);
  const again = six.streamText({ ...asked, providerOptions: { dragoman: { sessionId } } });
  expect(await again.output).toEqual({ sky: 'blue' });
  expect(await receivedIn(fixture)).toEqual(Array(2).fill(['{"sky":"blue over Smyrna"}']));
});

test('of many conversations at once, each agent gets its own results', async () => {
  const trips = [1, 2].map((trip) => ({ trip }));
  const word = {
    description: 'A word for a trip.',
    inputSchema: z.object({ city: z.string(), trip: z.number() }),
  };
  const cities = Array.from({ length: 6 }, (_, number) => `city-${number}`);
  await Promise.all(
    cities.map(async (city) => {
      const steps = [...trips.map((input) => calls('trip', { city, ...input })), { say: city }];
      const execute = (input: unknown) => `${city} on trip ${word.inputSchema.parse(input).trip}`;
      const { text } = await six.generateText({
        model: createDragoman(fixture.settings({ steps }))('codex'),
        prompt,
        tools: { trip: six.dynamicTool({ ...word, execute }) },
        stopWhen: six.stepCountIs(3),
      });
      expect(text).toBe(city);
    }),
  );
  const received = await receivedIn(fixture);
  expect(received.sort()).toEqual(cities.map((city) => [`${city} on trip 1`, `${city} on trip 2`]));
});
