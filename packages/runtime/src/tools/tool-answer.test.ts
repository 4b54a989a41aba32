import { expect, test } from 'vitest';
import { type ToolAnswer, toolResult, writtenAnswer } from './tool-answer.js';

test('an output is written as JSON', () => {
  expect(writtenAnswer({ output: { at: new Date(0) } })).toEqual({
    json: '{"at":"1970-01-01T00:00:00.000Z"}',
  });
  expect(writtenAnswer({ output: undefined })).toEqual({ json: 'null' });
});

test('an error stays one, and has words', () => {
  expect(writtenAnswer({ error: 'No.' })).toEqual({ error: 'No.' });
  expect(writtenAnswer({ error: '' })).toEqual({ error: expect.stringMatching(/failed/) });
});

const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;

test.each<[string, unknown, RegExp]>([
  ['a cycle', { output: cyclic }, /cycle/],
  ['a bigint', { output: [1n] }, /bigint/],
  ['neither', {}, /neither an output nor an error/],
  ['nothing', undefined, /undefined/],
  ['too much', { output: 'x'.repeat(9_000_000) }, /9000002 bytes/],
])('what can’t be passed on becomes words: %s', (_name, answer, words) => {
  // As a caller without types may answer.
  expect(writtenAnswer(answer as ToolAnswer)).toEqual({ error: expect.stringMatching(words) });
});

test('a key that the way to the agent would drop is in the text that it gets', () => {
  const tool = { name: 'ask', inputSchema: {} };
  const json = '{"__proto__":{"a":1},"b":2}';
  expect(toolResult(tool, writtenAnswer({ output: JSON.parse(json) }))).toEqual({ text: json });
  expect(toolResult(tool, { json: '{"b":2}' })).toMatchObject({ structured: { b: 2 } });
});
