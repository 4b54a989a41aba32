import { DragomanError } from '@dragoman/protocol';
import type { McpServer, TurnRequest } from '../../agent-command.js';
import { requireCodexSupport } from './codex-support.js';
import type { Settings } from './settings.js';

interface McpConfiguration {
  readonly settings: Settings;
  readonly env: Readonly<Record<string, string>>;
}

/** The tool servers of a request as settings, and the variables in which Codex finds their tokens. */
export function mcpConfiguration({ mcpServers = {}, version }: TurnRequest): McpConfiguration {
  const servers = Object.entries(mcpServers).map(([name, server], index) => {
    checkServerName(name);
    if ('command' in server) return stdioServer(name, server);
    requireCodexSupport('mcpServers with a url', version);
    return httpServer(name, server, `DRAGOMAN_MCP_TOKEN_${index + 1}`);
  });
  return {
    settings: servers.flatMap(({ settings }) => settings),
    env: Object.assign({}, ...servers.map(({ env }) => env)),
  };
}

function stdioServer(
  name: string,
  { command, args = [], env = {} }: Extract<McpServer, { command: string }>,
): McpConfiguration {
  return { settings: [[`mcp_servers.${name}`, { command, args, env }]], env: {} };
}

function httpServer(
  name: string,
  { url, bearerToken }: Extract<McpServer, { url: string }>,
  variable: string,
): McpConfiguration {
  if (bearerToken === undefined) return { settings: [[`mcp_servers.${name}`, { url }]], env: {} };
  return {
    settings: [[`mcp_servers.${name}`, { url, bearer_token_env_var: variable }]],
    env: { [variable]: bearerToken },
  };
}

/** Codex's own rule; a dot would also make two keys of the name. */
function checkServerName(name: string): void {
  if (/^[A-Za-z0-9_-]+$/.test(name)) return;
  throw new DragomanError(
    'invalid_request',
    `${JSON.stringify(name)} can't be the name of an MCP server for Codex: use letters, digits, "_" and "-".`,
  );
}
