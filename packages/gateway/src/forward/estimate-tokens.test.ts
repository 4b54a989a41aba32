import { expect, test } from 'vitest';
import { brokenTokens, reservedTokens } from './estimate-tokens.js';

test.each([
  ['openai', { max_output_tokens: 100 }, 100],
  ['openai', { max_tokens: 1 }, 16_384],
  ['openai', { max_output_tokens: -5 }, 1],
  ['anthropic', { max_tokens: 64_000 }, 64_000],
  ['gemini', { generationConfig: { maxOutputTokens: 10, max_output_tokens: 500 } }, 500],
  ['gemini', { generation_config: { max_output_tokens: 10, candidate_count: 8 } }, 80],
  ['gemini', {}, 16_384],
] as const)(
  'reserves for an answer what its provider would give it: %s %j',
  (dialect, body, tokens) => {
    expect(reservedTokens(dialect, 1000, body)).toEqual({ inputTokens: 500, outputTokens: tokens });
  },
);

test('an answer that broke off is charged by what was said', () => {
  const seen = { requestBytes: 4000, bytes: 0, events: 0, milliseconds: 100 };
  expect(brokenTokens(seen)).toEqual({ inputTokens: 1000, outputTokens: 0 });
  expect(brokenTokens({ ...seen, bytes: 100, events: 3 }).outputTokens).toBe(3);
  expect(brokenTokens({ ...seen, bytes: 8200, events: 1 }).outputTokens).toBe(2000);
  expect(brokenTokens({ ...seen, bytes: 8000 }).outputTokens).toBe(2000);
});

test('a long silence was thought in', () => {
  const seen = { requestBytes: 0, bytes: 0, events: 0, milliseconds: 61_000 };
  expect(brokenTokens(seen).outputTokens).toBe(3000);
});
