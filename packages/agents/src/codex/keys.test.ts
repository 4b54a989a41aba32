import { expect, test } from 'vitest';
import { codexAccessFromEnvironment } from './keys.js';

test("prefers Codex's own variables", () => {
  const environment = {
    CODEX_API_KEY: 'codex-key',
    OPENAI_API_KEY: 'openai-key',
    CODEX_BASE_URL: 'https://codex.example.com/v1',
    OPENAI_BASE_URL: 'https://openai.example.com/v1',
  };
  expect(codexAccessFromEnvironment(environment)).toEqual({
    apiKey: 'codex-key',
    baseUrl: 'https://codex.example.com/v1',
  });
});

test('takes an empty variable for none', () => {
  const environment = { CODEX_API_KEY: '', OPENAI_API_KEY: 'openai-key', CODEX_BASE_URL: '' };
  expect(codexAccessFromEnvironment(environment)).toEqual({ apiKey: 'openai-key' });
});

test('finds nothing without a key', () => {
  expect(codexAccessFromEnvironment({ OPENAI_BASE_URL: 'https://example.com' })).toBeUndefined();
});
