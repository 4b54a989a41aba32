import type { TurnRequest } from '../../agent-command.js';
import { type NamedServer, namedServers } from '../../named-servers.js';
import { opencodeAbilities } from '../abilities.js';

interface McpSettings {
  readonly mcp: Readonly<Record<string, object>>;
  /** Which tools are offered. */
  readonly tools: Readonly<Record<string, boolean>>;
}

/**
 * The tool servers of a request as settings. Before 1.1.11 permissions know nothing of their tools:
 * where these may not be used, they aren't offered.
 */
export function mcpSettings(request: TurnRequest): McpSettings {
  const agent = { name: 'opencode', version: request.version } as const;
  const servers = namedServers(agent, opencodeAbilities, request);
  const isOffered = request.permission === 'bypass';
  return {
    mcp: Object.fromEntries(servers.map((named) => [named.name, configuration(named)] as const)),
    tools: Object.fromEntries(servers.map(({ name }) => [`${name}_*`, isOffered] as const)),
  };
}

function configuration({ server }: NamedServer): object {
  if ('command' in server) {
    const { command, args = [], env = {} } = server;
    return { type: 'local', command: [command, ...args], environment: env, enabled: true };
  }
  const { url, bearerToken } = server;
  if (bearerToken === undefined) return { type: 'remote', url, enabled: true };
  return {
    type: 'remote',
    url,
    headers: { Authorization: `Bearer ${bearerToken}` },
    enabled: true,
  };
}
