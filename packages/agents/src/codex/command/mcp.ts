import type { CommandPart, McpServer, SettingValue, TurnRequest } from '../../agent-command.js';
import { type NamedServer, namedServers, serverTokens } from '../../check-request.js';
import { compareVersions } from '../../version-support.js';
import type { Settings } from './settings.js';

interface McpConfiguration extends Pick<CommandPart, 'env'> {
  readonly settings: Settings;
}

/** The first version with a setting for the tools that its models call directly. */
const DIRECT_SINCE = '0.142.0';

/** The tool servers of a request as settings, and the variables in which Codex finds their tokens. */
export function mcpServers(request: TurnRequest): McpConfiguration {
  const servers = namedServers(request);
  return {
    settings: [
      ...servers.map((named) => [`mcp_servers.${named.name}`, configuration(named)] as const),
      ...directTools(servers, request.version),
    ],
    env: serverTokens(servers),
  };
}

/**
 * Newer models call tools from code that they write. Such code continues without them after 10 seconds,
 * and the model may end its turn before the tool has answered: what may take longer is called
 * directly.
 */
function directTools(servers: readonly NamedServer[], version: string): Settings {
  const slow = servers.filter(({ server }) => 'command' in server && server.callTimeoutMs);
  if (slow.length === 0 || compareVersions(version, DIRECT_SINCE) < 0) return [];
  const namespaces = slow.map(({ name }) => `mcp__${name}`);
  return [['features.code_mode.direct_only_tool_namespaces', namespaces]];
}

function configuration({ server, tokenVariable }: NamedServer): SettingValue {
  return 'command' in server ? program(server) : remote(server, tokenVariable);
}

function program(server: Extract<McpServer, { command: string }>): SettingValue {
  const { command, args = [], env = {}, trustedTools = [], parallel } = server;
  const { startTimeoutMs, callTimeoutMs } = server;
  const approved = trustedTools.map((name) => [name, { approval_mode: 'approve' }] as const);
  return {
    command,
    args,
    env,
    // Newer versions (0.107) otherwise ask their model while a server is still starting.
    ...(startTimeoutMs !== undefined && {
      startup_timeout_sec: startTimeoutMs / 1000,
      required: true,
    }),
    ...(callTimeoutMs !== undefined && { tool_timeout_sec: callTimeoutMs / 1000 }),
    ...(parallel !== undefined && { supports_parallel_tool_calls: parallel }),
    ...(approved.length > 0 && { tools: Object.fromEntries(approved) }),
  };
}

function remote({ url, bearerToken }: Extract<McpServer, { url: string }>, variable: string) {
  return bearerToken === undefined ? { url } : { url, bearer_token_env_var: variable };
}
