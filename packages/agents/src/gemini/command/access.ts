import type { TurnRequest } from '../../agent-command.js';
import { withoutVersion } from '../../model-address.js';
import { geminiKeys } from '../keys.js';

interface GeminiAccess {
  readonly baseUrl: string;
  readonly key: string;
}

/**
 * How a request reaches its model. Gemini CLI adds the version by itself. It is told Google's own
 * address, too: otherwise a `.env` file in the workspace could name another, and get the key.
 */
export function geminiAccess(endpoint: TurnRequest['endpoint']): GeminiAccess {
  if ('token' in endpoint) return { baseUrl: endpoint.url, key: endpoint.token };
  return {
    baseUrl: withoutVersion(endpoint.baseUrl ?? geminiKeys.providerUrl, 'v1beta'),
    key: endpoint.apiKey,
  };
}
