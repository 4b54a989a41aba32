import { readCounts, readPath } from '../json/read-path.js';
import type { DialectRules } from './dialect.js';
import {
  bearerToken,
  type Endpoint,
  endpointRules,
  headerToken,
  joinVersionedPath,
} from './dialect.js';

const ENDPOINTS: readonly Endpoint[] = [
  { method: 'POST', path: /^\/v1\/messages$/, generates: true },
  { method: 'POST', path: /^\/v1\/messages\/count_tokens$/ },
  { method: 'GET', path: /^\/v1\/models(\/[\w.:-]+)?$/ },
];

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

const USAGE_FIELDS = {
  input: ['input_tokens'],
  cacheWrite: ['cache_creation_input_tokens'],
  cacheRead: ['cache_read_input_tokens'],
  output: ['output_tokens'],
};

/** Anthropic Messages. */
export const anthropic: DialectRules = {
  dialect: 'anthropic',
  ...endpointRules(ENDPOINTS),
  tokenFrom: (headers) => headerToken(headers, 'x-api-key') ?? bearerToken(headers),
  keyHeader: (key) => ['x-api-key', key],
  upstreamPath: joinVersionedPath,
  errorBody: ({ status, message, type }) => ({
    type: 'error',
    error: {
      type: type ?? ERROR_TYPES[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error'),
      message,
    },
  }),
  // `message_start` has the input's counters in `message`; `message_delta` has the final ones at its top.
  usageFields: (payload) => {
    const first = readPath(payload, 'message', 'usage');
    if (first !== undefined) return readCounts(first, USAGE_FIELDS);
    const last = readPath(payload, 'usage');
    return { ...readCounts(last, USAGE_FIELDS), ...(last === undefined ? {} : { last: 1 }) };
  },
  isSettled: ({ last }) => last === 1,
  // `input_tokens` leaves out what was read from or written to the cache.
  tokenCounts: ({ input = 0, cacheWrite = 0, cacheRead = 0, output = 0 }) => ({
    inputTokens: input + cacheWrite + cacheRead,
    cachedInputTokens: cacheRead,
    outputTokens: output,
    reasoningTokens: 0,
    ...(cacheWrite > 0 && { writtenInputTokens: cacheWrite }),
  }),
};
