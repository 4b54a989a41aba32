import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type CallerTool, checkTools, inputSchemaOf } from './caller-tool.js';
import { createToolRequests } from './tool-requests.js';

const forever = new AbortController().signal;

/** Calls of one tool that executes them. */
function requestsFor(tool: Omit<CallerTool, 'name'>) {
  const events: object[] = [];
  const requests = createToolRequests({ turnId: 'turn', tools: [{ ...tool, name: 'word' }] });
  requests.emitWith((event) => void events.push(event));
  const call = (input = {}, signal = forever) => requests.call('word', input, signal);
  return { events, close: requests.close, callTool: call };
}

test('what a tool returns is its answer, and its call is an event all the same', async () => {
  const { callTool, events } = requestsFor({
    inputSchema: {},
    execute: async ({ city }) => ({ city, sky: 'clear' }),
  });
  expect(await callTool({ city: 'Smyrna' })).toEqual({
    text: '{"city":"Smyrna","sky":"clear"}',
    structured: { city: 'Smyrna', sky: 'clear' },
  });
  expect(events).toMatchObject([
    { type: 'tool_request', tool_name: 'word' },
    { type: 'tool_answer', status: 'success' },
  ]);
});

test.each<[string, CallerTool['execute'], RegExp]>([
  ['throws', () => Promise.reject(new Error('No such city.')), /^No such city\.$/],
  [
    'throws at once',
    () => {
      throw new Error('Not now.');
    },
    /^Not now\.$/,
  ],
  ['throws nothing that speaks', () => Promise.reject(''), /failed without saying why/],
  ['throws what has no text', () => Promise.reject(Object.create(null)), /has no words/],
  ['gives what no JSON has', () => ({ many: 10n }), /can't be used/],
  [
    'gives what holds itself',
    () => {
      const circle: { self?: object } = {};
      circle.self = circle;
      return circle;
    },
    /can't be used/,
  ],
])('a tool that %s fails its call and nothing else', async (_what, execute, words) => {
  const { callTool } = requestsFor({ inputSchema: {}, ...(execute && { execute }) });
  expect(await callTool()).toEqual({ error: expect.stringMatching(words) });
});

test('a tool that hangs is given up when its time is over, and learns of it', async () => {
  let signal = forever;
  const { callTool } = requestsFor({
    inputSchema: {},
    timeoutMs: 20,
    execute: (_input, call) => {
      signal = call.signal;
      return new Promise(() => {});
    },
  });
  expect(await callTool()).toEqual({ error: expect.stringContaining('Nobody answered') });
  expect(signal.aborted).toBe(true);
});

test('the end of the turn and an agent that gives up abort the tools at work', async () => {
  const signals: AbortSignal[] = [];
  const { callTool, close } = requestsFor({
    inputSchema: {},
    execute: (_input, { signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    },
  });
  const leaving = new AbortController();
  const calls = [callTool(), callTool({}, leaving.signal)];
  leaving.abort();
  expect(await calls[1]).toMatchObject({ error: expect.stringContaining('given up') });
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
  close();
  expect(await calls[0]).toMatchObject({ error: expect.stringContaining('The turn ended') });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});

test('a tool that has answered is not aborted', async () => {
  let signal = forever;
  const { callTool, close } = requestsFor({
    inputSchema: {},
    execute: (_input, call) => {
      signal = call.signal;
      return 'done';
    },
  });
  expect(await callTool()).toEqual({ text: 'done' });
  close();
  expect(signal.aborted).toBe(false);
});

test('several calls run at once', async () => {
  let running = 0;
  let most = 0;
  const { callTool } = requestsFor({
    inputSchema: {},
    execute: async () => {
      running += 1;
      most = Math.max(most, running);
      await delay(5);
      running -= 1;
      return most;
    },
  });
  await Promise.all([callTool(), callTool(), callTool()]);
  expect(most).toBe(3);
});

test('a Zod schema is offered as JSON Schema, and parses what the tool gets', async () => {
  const inputSchema = z.object({ city: z.string(), days: z.number().default(3) });
  const { callTool, events } = requestsFor({ inputSchema, execute: (input) => input });
  expect(inputSchemaOf({ inputSchema })).toMatchObject({
    type: 'object',
    properties: { city: { type: 'string' }, days: { type: 'number' } },
    required: ['city'],
  });
  expect(await callTool({ city: 'Smyrna' })).toMatchObject({
    structured: { city: 'Smyrna', days: 3 },
  });
  expect(await callTool({ city: 5 })).toEqual({
    error: expect.stringMatching(/^The input of word is not valid: city: /),
  });
  expect(events).toMatchObject([
    ...['tool_request', 'tool_answer', 'tool_request'].map((type) => ({ type })),
    { type: 'tool_answer', status: 'error' },
  ]);
});

test.each([
  ['of another type', z.string(), /must be a JSON Schema of the type "object"/],
  ['that JSON can not say', z.object({ at: z.date() }), /can't be written as JSON/],
  ['of an older Zod', { _def: {}, parse: () => {} }, /older Zod/],
])('a schema %s is refused before the turn', (_what, inputSchema, words) => {
  expect(() => checkTools([{ name: 'word', inputSchema }])).toThrow(words);
});
