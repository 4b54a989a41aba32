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
  {
    method: 'POST',
    path: /^\/v1(beta|alpha)?\/(models|tunedModels)\/[\w.-]+:(streamG|g)enerateContent$/,
    generates: true,
  },
  { method: 'POST', path: /^\/v1(beta|alpha)?\/models\/[\w.-]+:countTokens$/ },
  {
    method: 'POST',
    path: /^\/v1(beta|alpha)?\/models\/[\w.-]+:(embedContent|batchEmbedContents)$/,
    unmetered: true,
  },
  { method: 'GET', path: /^\/v1(beta|alpha)\/models(\/[\w.-]+)?$/ },
];

const ERROR_STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  413: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  501: 'UNIMPLEMENTED',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

const USAGE_FIELDS = {
  prompt: ['promptTokenCount'],
  toolPrompt: ['toolUsePromptTokenCount'],
  cached: ['cachedContentTokenCount'],
  candidates: ['candidatesTokenCount'],
  thoughts: ['thoughtsTokenCount'],
};

/** Gemini generateContent. */
export const gemini: DialectRules = {
  dialect: 'gemini',
  ...endpointRules(ENDPOINTS),
  tokenFrom: (headers, url) =>
    headerToken(headers, 'x-goog-api-key') ??
    (url.searchParams.get('key') || undefined) ??
    bearerToken(headers),
  keyHeader: (key) => ['x-goog-api-key', key],
  upstreamPath: joinVersionedPath,
  errorBody: ({ status, message, code, type }) => ({
    error: {
      code: status,
      message,
      status: type ?? ERROR_STATUSES[status] ?? 'UNKNOWN',
      ...(code === undefined
        ? {}
        : { details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: code }] }),
    },
  }),
  // Without `alt=sse` a streamed answer is one JSON array of the same chunks.
  usageFields: (payload) =>
    Object.assign(
      {},
      ...(Array.isArray(payload) ? payload : [payload]).map((chunk: unknown) =>
        readCounts(readPath(chunk, 'usageMetadata'), USAGE_FIELDS),
      ),
    ),
  isSettled: ({ candidates, thoughts }) => candidates !== undefined || thoughts !== undefined,
  // The prompt's count includes what was cached; thoughts are counted beside the candidates.
  tokenCounts: ({ prompt = 0, toolPrompt = 0, cached = 0, candidates = 0, thoughts = 0 }) => ({
    inputTokens: prompt + toolPrompt,
    cachedInputTokens: cached,
    outputTokens: candidates + thoughts,
    reasoningTokens: thoughts,
  }),
};
