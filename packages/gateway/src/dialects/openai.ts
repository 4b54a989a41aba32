import { readCounts, readPath } from '../json/read-path.js';
import type { DialectRules } from './dialect.js';
import { bearerToken, type Endpoint, endpointRules } from './dialect.js';

const ENDPOINTS: readonly Endpoint[] = [
  { method: 'POST', path: /^\/v1\/responses$/, generates: true },
  // Codex asks the model to shorten a long conversation here.
  { method: 'POST', path: /^\/v1\/responses\/compact$/, generates: true },
  { method: 'GET', path: /^\/v1\/models(\/[\w.:-]+)?$/ },
];

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'invalid_request_error',
  403: 'invalid_request_error',
  404: 'invalid_request_error',
  413: 'invalid_request_error',
  429: 'rate_limit_error',
};

const USAGE_FIELDS = {
  input: ['input_tokens'],
  cached: ['input_tokens_details', 'cached_tokens'],
  output: ['output_tokens'],
  reasoning: ['output_tokens_details', 'reasoning_tokens'],
};

/** OpenAI Responses. */
export const openai: DialectRules = {
  dialect: 'openai',
  ...endpointRules(ENDPOINTS),
  tokenFrom: (headers) => bearerToken(headers),
  keyHeader: (key) => ['authorization', `Bearer ${key}`],
  // An OpenAI base URL holds the version (`https://api.openai.com/v1`), whatever it is called there.
  upstreamPath: (basePath, pathname) =>
    basePath === '' ? pathname : basePath + pathname.slice('/v1'.length),
  errorBody: ({ status, message, code, type }) => ({
    error: {
      message,
      type:
        type ?? ERROR_TYPES[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error'),
      param: null,
      code: code ?? null,
    },
  }),
  // A plain answer has `usage` at its top; the events that end a stream have it in `response`.
  usageFields: (payload) =>
    readCounts(readPath(payload, 'response', 'usage') ?? readPath(payload, 'usage'), USAGE_FIELDS),
  isSettled: ({ output }) => output !== undefined,
  tokenCounts: ({ input = 0, cached = 0, output = 0, reasoning = 0 }) => ({
    inputTokens: input,
    cachedInputTokens: cached,
    outputTokens: output,
    reasoningTokens: reasoning,
  }),
};
