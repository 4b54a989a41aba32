import { DragomanError } from '@dragoman/protocol';
import type { AbilityTable } from './agent-abilities.js';
import type { McpServer, TurnRequest } from './agent-command.js';
import type { AgentReference } from './agent-reference.js';
import { requireSupport } from './version-support.js';

/** A tool server, and the variable in which its token may stand. */
export interface NamedServer {
  readonly name: string;
  readonly server: McpServer;
  readonly tokenVariable: string;
}

/** The tool servers of a request, in its order. */
export function namedServers(
  agent: AgentReference,
  abilities: AbilityTable,
  { mcpServers = {} }: TurnRequest,
): readonly NamedServer[] {
  return Object.entries(mcpServers).map(([name, server], index) => {
    requireSupport(agent, abilities, 'url' in server ? 'mcpServers with a url' : 'mcpServers');
    checkName(name);
    return { name, server, tokenVariable: `DRAGOMAN_MCP_TOKEN_${index + 1}` };
  });
}

/** The variables that hold the servers' tokens. */
export function serverTokens(servers: readonly NamedServer[]): Record<string, string> {
  const tokens: Record<string, string> = {};
  for (const { server, tokenVariable } of servers) {
    if ('url' in server && server.bearerToken !== undefined) {
      tokens[tokenVariable] = server.bearerToken;
    }
  }
  return tokens;
}

/** The tools of a server that are called unasked. */
export function trustedTools(server: McpServer): readonly string[] {
  return 'command' in server ? (server.trustedTools ?? []) : [];
}

/** The most that any of the servers may take, where any says it: for a CLI that has one measure for all. */
export function longestTimeouts(
  servers: readonly NamedServer[],
): Pick<Extract<McpServer, { command: string }>, 'startTimeoutMs' | 'callTimeoutMs'> {
  const longest = (name: 'startTimeoutMs' | 'callTimeoutMs') => {
    const given = servers.flatMap(({ server }) => ('command' in server && server[name]) || []);
    return given.length === 0 ? {} : { [name]: Math.max(...given) };
  };
  return { ...longest('startTimeoutMs'), ...longest('callTimeoutMs') };
}

/** Codex's own rule. The others make the names of tools from it, where nothing else survives. */
function checkName(name: string): void {
  if (/^[A-Za-z0-9_-]+$/.test(name)) return;
  throw new DragomanError(
    'invalid_request',
    `${JSON.stringify(name)} can't be the name of an MCP server: use letters, digits, "_" and "-".`,
  );
}
