import { expect, test } from 'vitest';
import { anthropic } from './anthropic.js';
import { dialectOf } from './dialect-of.js';
import { gemini } from './gemini.js';
import { openai } from './openai.js';

test.each([
  ['POST', '/v1/responses', 'openai'],
  ['POST', '/v1/responses/compact', 'openai'],
  ['GET', '/v1/models', 'openai'],
  ['GET', '/v1/models/gpt-5.1', 'openai'],
  ['POST', '/v1/messages', 'anthropic'],
  ['POST', '/v1/messages/count_tokens', 'anthropic'],
  ['POST', '/v1beta/models/gemini-2.5-pro:streamGenerateContent', 'gemini'],
  ['POST', '/v1/models/gemini-2.5-pro:generateContent', 'gemini'],
  ['POST', '/v1beta/models/gemini-2.5-pro:countTokens', 'gemini'],
  ['GET', '/v1beta/models', 'gemini'],
])('%s %s is spoken in %s', (method, path, dialect) => {
  expect(dialectOf(method, path)?.dialect).toBe(dialect);
});

test.each([
  ['GET', '/v1/responses'],
  ['DELETE', '/v1/models/gpt-5'],
  ['POST', '/v1/files'],
  ['POST', '/v1/responses/'],
  ['POST', '/x/v1/responses'],
  ['GET', '/v1/models/a/b'],
  ['GET', '/v1/models/a%2fb'],
  ['POST', '/v1beta/models/m:deleteEverything'],
  ['POST', '/v1beta/models/a/b:generateContent'],
  ['POST', '/v1beta/models/m:generateContent/x'],
])('%s %s is spoken in none', (method, path) => {
  expect(dialectOf(method, path)).toBeUndefined();
});

test('the list of models is given in the dialect of who asks', () => {
  expect(dialectOf('GET', '/v1/models', { 'anthropic-version': '2023-06-01' })).toBe(anthropic);
  expect(dialectOf('GET', '/v1/models', {})).toBe(openai);
});

test('each dialect has its own error shape', () => {
  const error = { status: 429, message: 'slow down', code: 'slow' };
  expect(openai.errorBody(error)).toEqual({
    error: { message: 'slow down', type: 'rate_limit_error', param: null, code: 'slow' },
  });
  expect(anthropic.errorBody(error)).toEqual({
    type: 'error',
    error: { type: 'rate_limit_error', message: 'slow down' },
  });
  expect(gemini.errorBody(error)).toMatchObject({
    error: { code: 429, message: 'slow down', status: 'RESOURCE_EXHAUSTED' },
  });
});

test.each([
  [openai, 599, { error: { type: 'server_error', code: null } }],
  [openai, 418, { error: { type: 'invalid_request_error' } }],
  [anthropic, 599, { error: { type: 'api_error' } }],
  [anthropic, 418, { error: { type: 'invalid_request_error' } }],
  [gemini, 599, { error: { code: 599, status: 'UNKNOWN' } }],
])('a status without its own name has a general one (%#)', (dialect, status, shape) => {
  expect(dialect.errorBody({ status, message: 'x' })).toMatchObject(shape);
});

test('a Gemini answer in one array counts by its last chunk', () => {
  const chunks = [
    { usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 1 } },
    { usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 9 } },
  ];
  expect(gemini.tokenCounts(gemini.usageFields(chunks))).toMatchObject({
    inputTokens: 5,
    outputTokens: 9,
  });
});
