import type { TurnRequest } from '../../agent-command.js';
import { compareVersions } from '../../compare-versions.js';
import {
  longestTimeouts,
  type NamedServer,
  namedServers,
  trustedTools,
} from '../../named-servers.js';
import { opencodeAbilities } from '../abilities.js';
import { type ToolPermissions, toolPermissions } from './permissions.js';

interface McpSettings {
  readonly mcp: Readonly<Record<string, object>>;
  readonly permission: ToolPermissions;
  /** Which tools are offered. */
  readonly tools?: Readonly<Record<string, boolean>>;
  readonly experimental?: { readonly mcp_timeout: number };
}

/**
 * Before, permissions know nothing of the tools of servers: where these may not be used, they aren't
 * offered. From then on what is said of offered tools becomes permissions that come before all
 * others, so that `*` among those outdoes them.
 */
const PERMITTED_SINCE = '1.1.11';

/** The tool servers of a request as settings, and what may be done without asking. */
export function mcpSettings(request: TurnRequest): McpSettings {
  const agent = { name: 'opencode', version: request.version } as const;
  const servers = namedServers(agent, opencodeAbilities, request);
  const { permission = 'default' } = request;
  const trusted = servers.flatMap(({ name, server }) =>
    trustedTools(server).map((tool) => `${name}_${tool}`),
  );
  const mcp = Object.fromEntries(
    servers.map((named) => [named.name, configuration(named)] as const),
  );
  if (compareVersions(request.version, PERMITTED_SINCE) < 0) {
    const tools = [
      ...servers.map(({ name }) => [`${name}_*`, permission === 'bypass'] as const),
      ...trusted.map((tool) => [tool, true] as const),
    ];
    return { mcp, permission: toolPermissions[permission], tools: Object.fromEntries(tools) };
  }
  const allowed = Object.fromEntries(trusted.map((tool) => [tool, 'allow'] as const));
  const { callTimeoutMs } = longestTimeouts(servers);
  return {
    mcp,
    permission: { ...toolPermissions[permission], ...allowed },
    // 1.1.11 knows no other limit of calls than this one for all servers.
    ...(callTimeoutMs !== undefined && { experimental: { mcp_timeout: callTimeoutMs } }),
  };
}

function configuration({ server }: NamedServer): object {
  if ('command' in server) {
    const { command, args = [], env = {}, callTimeoutMs } = server;
    return {
      type: 'local',
      command: [command, ...args],
      environment: env,
      enabled: true,
      // It is also how long the server may take to start.
      ...(callTimeoutMs !== undefined && { timeout: callTimeoutMs }),
    };
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
