import type { TurnRequest } from '../../agent-command.js';
import { compareVersions } from '../../compare-versions.js';
import { withoutVersion } from '../../model-address.js';
import { claudeKeys } from '../keys.js';

interface ClaudeAccess {
  readonly baseUrl: string;
  readonly key: string;
}

/** How a request reaches its model. Claude Code adds `/v1/messages` by itself. */
export function claudeAccess(endpoint: TurnRequest['endpoint']): ClaudeAccess {
  if ('token' in endpoint) return { baseUrl: endpoint.url, key: endpoint.token };
  return {
    baseUrl: withoutVersion(endpoint.baseUrl ?? claudeKeys.providerUrl, 'v1'),
    key: endpoint.apiKey,
  };
}

/** The first that takes `--settings` as JSON. */
const PINNED_SINCE = '1.0.69';

/**
 * The address once more, as a setting: a workspace can bring settings with variables, which count
 * more than the environment, and so lead the key elsewhere.
 */
export function addressArguments({ baseUrl }: ClaudeAccess, version: string): string[] {
  if (compareVersions(version, PINNED_SINCE) < 0) return [];
  return ['--settings', JSON.stringify({ env: { ANTHROPIC_BASE_URL: baseUrl } })];
}
