import { expect, test } from 'vitest';
import { readPath } from '../../json/read-path.js';
import { askModel } from '../../testing/ask-model.js';
import { createClosing } from '../../testing/closing.js';
import { startScripted } from '../../testing/start-scripted.js';

const closing = createClosing();
const usage = { input: 1000, cached: 600, output: 50, reasoning: 10 };
const tools = ['run_shell_command'];

function parts(chunk: unknown): readonly unknown[] {
  const found = readPath(chunk, 'candidates', '0', 'content', 'parts');
  return Array.isArray(found) ? found : [];
}

test('escapes what ends a line for some readers, as the provider does', async () => {
  const { gateway, token } = await startScripted(closing, {
    usage,
    steps: [[{ say: 'a\u2028b\u2029c' }]],
  });
  const { events, text } = await askModel(gateway, { dialect: 'gemini', token, tools });
  expect(text).not.toMatch(/[\u2028\u2029]/);
  const texts = events.flatMap(({ data }) => parts(data)).map((part) => readPath(part, 'text'));
  expect(texts.join('')).toBe('a\u2028b\u2029c');
});

test('streams thoughts, text and calls, and says at the end why it ends', async () => {
  const { gateway, token, pass } = await startScripted(closing, {
    name: 'all',
    usage,
    steps: [[{ think: 'Look.' }, { say: 'Grüße 日本語 🚀 to you' }, { run: 'ls' }]],
  });
  const { events } = await askModel(gateway, { dialect: 'gemini', token, tools });
  expect(events.every(({ event }) => event === undefined)).toBe(true);
  const all = events.flatMap(({ data }) => parts(data));
  expect(all[0]).toEqual({ text: 'Look.', thought: true });
  const texts = all.slice(1).map((part) => readPath(part, 'text') ?? '');
  expect(texts.join('')).toBe('Grüße 日本語 🚀 to you');
  expect(all.at(-2)).toMatchObject({
    functionCall: { id: 'fc_all_1_1_1_3', name: 'run_shell_command', args: { command: 'ls' } },
  });
  const reasons = events.map(({ data }) => readPath(data, 'candidates', '0', 'finishReason'));
  expect(reasons.filter((reason) => reason !== undefined)).toEqual(['STOP']);
  expect(reasons.at(-1)).toBe('STOP');
  expect(readPath(events.at(-1)?.data, 'usageMetadata')).toEqual({
    promptTokenCount: 1000,
    cachedContentTokenCount: 600,
    candidatesTokenCount: 40,
    thoughtsTokenCount: 10,
    totalTokenCount: 1050,
  });
  expect(pass.usage()).toMatchObject({ requests: 1, outputTokens: 50, reasoningTokens: 10 });
});

test('answers in one piece', async () => {
  const { gateway, token } = await startScripted(closing, {
    usage,
    steps: [[{ say: 'A text that is longer than one piece' }, { run: 'ls' }]],
  });
  const { json } = await askModel(gateway, { dialect: 'gemini', token, tools, stream: false });
  expect(parts(json)).toMatchObject([
    { text: 'A text that is longer than one piece' },
    { functionCall: { name: 'run_shell_command', args: { command: 'ls' } } },
  ]);
  expect(readPath(json, 'candidates', '0', 'finishReason')).toBe('STOP');
});

test('ends an answer where a call would be whose arguments are no JSON', async () => {
  const { gateway, token } = await startScripted(closing, {
    usage,
    steps: [[{ say: 'Look.' }, { tool: { name: 'run_shell_command', text: '{"command":' } }]],
  });
  const { events } = await askModel(gateway, { dialect: 'gemini', token, tools });
  const all = events.flatMap(({ data }) => parts(data));
  expect(all.map((part) => readPath(part, 'text'))).toEqual(['Look.', '']);
  expect(readPath(events.at(-1)?.data, 'candidates', '0', 'finishReason')).toBe(
    'MALFORMED_FUNCTION_CALL',
  );
});
