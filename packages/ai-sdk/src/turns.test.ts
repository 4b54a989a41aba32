import type { WrittenScript } from '@dragoman/gateway';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import * as six from 'ai-v6';
import * as seven from 'ai-v7';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createModelFixture, type ModelFixture } from '../test-inputs/model-fixture.js';
import { createDragoman } from './v3/create-dragoman.js';
import { createDragoman as createDragomanV4 } from './v4/create-dragoman.js';

let fixture: ModelFixture;

vi.setConfig({ testTimeout: 180_000 });

// Warnings are looked at here, not printed.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

beforeAll(async () => {
  fixture = await createModelFixture('codex');
}, INSTALL_TIMEOUT_MS);

afterAll(() => fixture.remove());

const WORK: WrittenScript = {
  usage: { input: 100, cached: 40, output: 10, reasoning: 4 },
  steps: [
    [{ think: 'I look around first.' }, { run: 'echo from-the-shell; exit 3' }],
    { patch: [{ add: 'notes.txt', content: 'A note.\n' }] },
    { say: 'All is well.' },
  ],
};
const HELLO: WrittenScript = { usage: { input: 20, output: 5 }, steps: [{ say: 'Hello there.' }] };
const REFUSED: WrittenScript = { steps: [{ fault: { status: 401, message: 'No such key.' } }] };

/** A model that refuses is asked once: by itself, Codex asks again for a quarter of a minute. */
const onceOnly = (script: WrittenScript) => (script === REFUSED ? { retries: 0 } : {});

/** The two versions of the SDK, each with the face that is made for it. */
const SDKS = {
  'ai 6': {
    stream: (script: WrittenScript, agent: string, more = {}) => {
      const model = createDragoman(fixture.settings(script))(agent, onceOnly(script));
      const result = six.streamText({ model, prompt: 'Look around.', onError() {}, ...more });
      return { result, parts: result.fullStream };
    },
    generate: (script: WrittenScript, agent: string, more = {}) =>
      six.generateText({
        model: createDragoman(fixture.settings(script))(agent, onceOnly(script)),
        prompt: 'Look around.',
        ...more,
      }),
  },
  'ai 7': {
    stream: (script: WrittenScript, agent: string, more = {}) => {
      const model = createDragomanV4(fixture.settings(script))(agent, onceOnly(script));
      const result = seven.streamText({ model, prompt: 'Look around.', onError() {}, ...more });
      return { result, parts: result.stream };
    },
    generate: (script: WrittenScript, agent: string, more = {}) =>
      seven.generateText({
        model: createDragomanV4(fixture.settings(script))(agent, onceOnly(script)),
        prompt: 'Look around.',
        ...more,
      }),
  },
};

async function collect<Part extends { type: string }>(parts: AsyncIterable<Part>): Promise<Part[]> {
  const all: Part[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

describe.each(['ai 6', 'ai 7'] as const)('with %s', (version) => {
  const sdk = SDKS[version];

  test('a turn of codex has its thoughts, tools, changes, text and figures', async () => {
    const { result, ...streamed } = sdk.stream(WORK, 'codex');
    const parts = await collect<{ type: string }>(streamed.parts);
    const types = parts.map(({ type }) => type).filter((type) => !/start|end$|step/.test(type));
    expect(types).toEqual([
      'reasoning-delta',
      'tool-call',
      'tool-error',
      'tool-call',
      'tool-result',
      'text-delta',
      'finish',
    ]);
    expect(parts).toContainEqual(
      expect.objectContaining({
        type: 'tool-error',
        toolName: 'Bash',
        input: { command: 'echo from-the-shell; exit 3' },
        error: { output: 'from-the-shell\n', exitCode: 3 },
      }),
    );
    const edit = parts.find(({ type }) => type === 'tool-result');
    expect(edit).toMatchObject({
      output: { changes: [{ path: expect.any(String), kind: 'add' }] },
    });
    expect(await result.text).toBe('All is well.');
    expect(await result.finishReason).toBe('stop');
    expect(await result.usage).toMatchObject({
      inputTokens: 300,
      inputTokenDetails: { noCacheTokens: 180, cacheReadTokens: 120 },
      outputTokens: 30,
      outputTokenDetails: { textTokens: 18, reasoningTokens: 12 },
    });
    expect(await result.providerMetadata).toMatchObject({
      dragoman: { agent: 'codex', sessionId: expect.any(String), status: 'success', exitCode: 0 },
    });
  });

  test('a turn that failed is an error part, and rejects, in the words of the agent', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const { result, ...streamed } = sdk.stream(REFUSED, 'codex');
    const parts = await collect<{ type: string; error?: unknown }>(streamed.parts);
    // Rejections that nobody has asked for so far are reported when the microtasks are done.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
    const errors = parts.flatMap(({ type, error }) => (type === 'error' ? [String(error)] : []));
    expect(errors).toEqual([expect.stringContaining('No such key.')]);
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason: 'error' });
    const failure = { code: 'auth', end: { status: 'failed' } };
    for (const promised of [result.text, result.finishReason, result.totalUsage, result.steps]) {
      await expect(promised).rejects.toThrow('No such key.');
      await expect(promised).rejects.toMatchObject(failure);
    }
    const rejected = sdk.generate(REFUSED, 'codex');
    await expect(rejected).rejects.toThrow('No such key.');
    await expect(rejected).rejects.toMatchObject(failure);
  });

  test('an abort stops the agent', async () => {
    const abort = new AbortController();
    const script = { steps: [{ run: 'sleep 600' }, { say: 'Never.' }] };
    const { parts } = sdk.stream(script, 'codex', { abortSignal: abort.signal });
    const types: string[] = [];
    for await (const { type } of parts) {
      types.push(type);
      if (type === 'tool-call') abort.abort();
    }
    expect(types.at(-1)).toBe('abort');
    await expect.poll(() => fixture.remains(), { timeout: 20_000, interval: 200 }).toEqual([]);
  });

  test('what the agent cannot honour is warned of', async () => {
    const { warnings } = await sdk.generate(HELLO, 'codex', { temperature: 0.5, seed: 1 });
    expect(warnings).toMatchObject([
      { type: 'unsupported', feature: 'temperature' },
      { type: 'unsupported', feature: 'seed' },
    ]);
  });

  test('a call that wants no tools gets an answer, though the agent used its own', async () => {
    const tools = { weather: { inputSchema: z.object({}), execute: () => 'fine' } };
    const { result } = sdk.stream(WORK, 'codex', { tools, toolChoice: 'none' });
    expect(await result.text).toBe('All is well.');
    expect(await result.warnings).toMatchObject([{ feature: 'toolChoice' }]);
  });

  test('every event is emitted as it came where that is asked for', async () => {
    const more = version === 'ai 6' ? { includeRawChunks: true } : { include: { rawChunks: true } };
    const { parts } = sdk.stream(HELLO, 'codex', more);
    const raw = (await collect<{ type: string; rawValue?: unknown }>(parts)).filter(
      ({ type }) => type === 'raw',
    );
    expect(raw.at(-1)).toMatchObject({ rawValue: { type: 'end', seq: raw.length } });
  });
});

test('a session goes on with what is new, and a fresh one gets the conversation', async () => {
  const model = createDragoman(fixture.settings(HELLO))('codex');
  const first = await six.generateText({ model, prompt: 'Remember: 7.' });
  const sessionId = z.object({ sessionId: z.string() }).parse(first.providerMetadata?.dragoman);
  const messages: six.ModelMessage[] = [
    { role: 'user', content: 'Remember: 7.' },
    { role: 'assistant', content: 'Hello there.' },
    { role: 'user', content: 'Which number?' },
  ];
  const resumed = await six.generateText({
    model,
    messages,
    providerOptions: { dragoman: sessionId },
  });
  expect(resumed.request.body).toMatchObject({
    prompt: 'Which number?',
    resume: sessionId.sessionId,
  });
  expect(resumed.providerMetadata?.dragoman).toMatchObject(sessionId);
  const fresh = await six.generateText({ model, messages, system: 'Be brief.' });
  expect(fresh.request.body).toMatchObject({
    prompt: expect.stringMatching(
      /Be brief\.\n.*Remember: 7\.\n.*Hello there\.\n.*Which number\?$/s,
    ),
  });
  expect(fresh.providerMetadata?.dragoman?.sessionId).not.toBe(sessionId.sessionId);
});

test('a session that nobody knows is an error, never a silent new beginning', async () => {
  const model = createDragoman(fixture.settings(HELLO))('codex');
  const providerOptions = { dragoman: { sessionId: 'nobody' } };
  await expect(six.generateText({ model, prompt: 'Hi', providerOptions })).rejects.toThrow(
    expect.objectContaining({ code: 'session_unknown' }),
  );
});

test('nothing is left of any turn', async () => {
  await expect.poll(() => fixture.remains(), { timeout: 20_000, interval: 200 }).toEqual([]);
});
