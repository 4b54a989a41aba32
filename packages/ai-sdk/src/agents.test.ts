import { agentNames } from '@dragoman/agents';
import type { WrittenScript } from '@dragoman/gateway';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import * as six from 'ai-v6';
import * as seven from 'ai-v7';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { calls, receivedIn, weather } from '../test-inputs/caller-tools.js';
import { createModelFixture, type ModelFixture } from '../test-inputs/model-fixture.js';
import { createDragoman } from './v3/create-dragoman.js';
import { createDragoman as createDragomanV4 } from './v4/create-dragoman.js';

let fixture: ModelFixture;

// Some CLIs take half a minute to start on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

// Warnings are looked at here, not printed.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

beforeAll(async () => {
  fixture = await createModelFixture(...agentNames);
}, INSTALL_TIMEOUT_MS);

afterAll(() => fixture.remove());

const schema = z.object({ answer: z.number() });
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const WITH_IMAGE = [
  {
    role: 'user' as const,
    content: [
      { type: 'text' as const, text: 'How many are there?' },
      { type: 'file' as const, mediaType: 'image/png', data: PIXEL },
    ],
  },
];
const COUNTED: WrittenScript = {
  steps: [[{ say: 'I count first.' }, { run: 'true' }], { say: '{"answer":42}' }],
};

test('codex answers by a schema, and sees an image', async () => {
  const { output, request, warnings } = await six.generateText({
    model: createDragoman(fixture.settings(COUNTED))('codex'),
    messages: WITH_IMAGE,
    output: six.Output.object({ schema }),
  });
  expect(output).toEqual({ answer: 42 });
  expect(request.body).toMatchObject({ images: ['image/png'], outputSchema: { type: 'object' } });
  expect(warnings).toEqual([]);
});

const tools = { weather };
const ASKING = [calls('weather', { city: 'Smyrna' }), calls('weather', { city: 'Ankara' })];
const RECEIVED = [
  expect.stringContaining('blue over Ankara'),
  expect.stringContaining('blue over Smyrna'),
];
/** What the agent of the latest turn was given for its calls, in whatever order. */
const received = async () => (await receivedIn(fixture)).at(-1)?.sort();

test('gemini is asked for a schema in words, sees an image, and calls tools', async () => {
  const steps = [[{ say: 'I count first.' }, ...ASKING], { say: '{"answer":42}' }];
  const { output, steps: made } = await seven.generateText({
    model: createDragomanV4(fixture.settings({ steps }))('gemini'),
    messages: WITH_IMAGE,
    output: seven.Output.object({ schema }),
    tools,
    stopWhen: seven.isStepCount(5),
  });
  expect(output).toEqual({ answer: 42 });
  expect(made[0]?.warnings).toMatchObject([{ type: 'compatibility', feature: 'responseFormat' }]);
  expect(made[0]?.reasoningText).toBe('I count first.');
  expect(await received()).toEqual(RECEIVED);
});

test('claude answers by a schema with its tool for that, whatever it says after it', async () => {
  const answering = { tool: { name: 'StructuredOutput', arguments: { answer: 42 } } };
  const steps = [ASKING, answering, { say: 'That is all.' }];
  const { output, warnings } = await seven.generateText({
    model: createDragomanV4(fixture.settings({ steps }))('claude'),
    messages: WITH_IMAGE,
    output: seven.Output.object({ schema }),
    tools,
    stopWhen: seven.isStepCount(5),
  });
  expect(output).toEqual({ answer: 42 });
  expect(warnings).toEqual([]);
  expect(await received()).toEqual(RECEIVED);
});

test('opencode answers, sees an image, and calls tools', async () => {
  const steps = [ASKING, { say: 'Hello there.' }];
  const result = six.streamText({
    model: createDragoman(fixture.settings({ steps }))('opencode'),
    messages: WITH_IMAGE,
    tools,
    stopWhen: six.stepCountIs(5),
  });
  expect(await result.text).toBe('Hello there.');
  expect(await result.finishReason).toBe('stop');
  expect(await result.usage).toMatchObject({ outputTokens: expect.any(Number) });
  const results = (await result.steps).flatMap(({ toolResults }) => toolResults);
  expect(results.map(({ output }) => output)).toEqual([
    { sky: 'blue over Smyrna' },
    { sky: 'blue over Ankara' },
  ]);
  expect(await received()).toEqual(RECEIVED);
});

test('an answer that does not follow its schema is a failure', async () => {
  const script = { steps: [{ say: '{"answer":"many"}' }] };
  const model = createDragomanV4(fixture.settings(script))('codex');
  const output = seven.Output.object({ schema });
  await expect(seven.generateText({ model, prompt: 'How many?', output })).rejects.toThrow(
    expect.objectContaining({ code: 'answer_invalid' }),
  );
});

test('nothing is left of any turn', async () => {
  await expect.poll(() => fixture.remains(), { timeout: 20_000, interval: 200 }).toEqual([]);
});
