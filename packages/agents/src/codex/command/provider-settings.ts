import type { TurnRequest } from '../../agent-command.js';
import { withoutSlash } from '../../model-address.js';
import { retriesOf } from '../../retries.js';
import { codexAbilities } from '../abilities.js';
import { codexKeys } from '../keys.js';
import { requireCodexSupport } from './codex-support.js';
import type { Settings } from './settings.js';

/** An address with its version, and the variable in which Codex finds the key for it. */
export interface CodexAccess {
  readonly baseUrl: string;
  readonly variable: string;
  readonly key: string;
}

/** How a request reaches its model. Codex is told the variable's name, not its value. */
export function codexAccess(endpoint: TurnRequest['endpoint']): CodexAccess {
  if ('token' in endpoint) {
    const baseUrl = `${withoutSlash(endpoint.url)}/v1`;
    return { baseUrl, variable: 'DRAGOMAN_TURN_TOKEN', key: endpoint.token };
  }
  const baseUrl = withoutSlash(endpoint.baseUrl ?? codexKeys.providerUrl);
  return { baseUrl, variable: 'CODEX_API_KEY', key: endpoint.apiKey };
}

/**
 * A provider of our own, also for a real key: it is the one way that takes a key and an address in
 * every version. The built-in provider reads OPENAI_API_KEY only up to 0.29, CODEX_API_KEY only
 * from 0.44 and OPENAI_BASE_URL only up to 0.98; and from 0.121 it tries a WebSocket first.
 */
export function providerSettings(access: CodexAccess, request: TurnRequest): Settings {
  const wireApi = request.codex?.wireApi ?? 'responses';
  if (wireApi === 'chat') requireCodexSupport('wireApi chat', request.version);
  const provider = 'model_providers.dragoman';
  return [
    ['model_provider', 'dragoman'],
    [`${provider}.name`, 'Dragoman'],
    [`${provider}.base_url`, access.baseUrl],
    [`${provider}.wire_api`, wireApi],
    [`${provider}.env_key`, access.variable],
    ...retrySettings(provider, request),
  ];
}

/** Requests that are refused, and answers that break off, Codex counts apart. */
function retrySettings(provider: string, request: TurnRequest): Settings {
  const agent = { name: 'codex', version: request.version } as const;
  const retries = retriesOf(agent, codexAbilities, request);
  if (retries === undefined) return [];
  return [
    [`${provider}.request_max_retries`, retries],
    [`${provider}.stream_max_retries`, retries],
  ];
}
