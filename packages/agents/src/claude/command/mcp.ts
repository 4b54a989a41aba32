import { DragomanError, deriveId } from '@dragoman/protocol';
import type { CommandPart, TurnRequest } from '../../agent-command.js';
import {
  configured,
  longestTimeouts,
  type NamedServer,
  namedServers,
  serverTokens,
  trustedTools,
} from '../../check-request.js';
import { mcpToolName } from '../../tools/common-call.js';

/** The tool servers of a request in a file, and the variables in which their tokens are. */
export function mcpServers(request: TurnRequest): CommandPart {
  const servers = namedServers(request);
  if (servers.length === 0) return { args: [], env: {}, files: {} };
  const settings = { mcpServers: configured(servers, configuration) };
  const content = `${JSON.stringify(settings, undefined, 2)}\n`;
  // Named for what it holds: turns that share a HOME don't write over each other's servers.
  const path = `.claude/mcp-servers/${deriveId(content)}.json`;
  return {
    args: ['--mcp-config', `${request.home}/${path}`, ...allowedTools(servers)],
    env: { ...serverTokens(servers), ...timeouts(servers) },
    files: { [path]: content },
  };
}

/** What needs no permission, in any mode. */
function allowedTools(servers: readonly NamedServer[]): string[] {
  const tools = servers.flatMap(({ name, server }) =>
    trustedTools(server).map((tool) => mcpToolName(name, tool)),
  );
  return tools.length === 0 ? [] : ['--allowedTools', tools.join(',')];
}

/** For all servers alike: Claude Code knows no others. */
function timeouts(servers: readonly NamedServer[]): Record<string, string> {
  const { startTimeoutMs: start, callTimeoutMs: call } = longestTimeouts(servers);
  return {
    ...(start !== undefined && {
      MCP_TIMEOUT: String(start),
      MCP_CONNECT_TIMEOUT_MS: String(start),
    }),
    ...(call !== undefined && {
      MCP_TOOL_TIMEOUT: String(call),
      CLAUDE_CODE_MCP_TOOL_IDLE_TIMEOUT: String(call),
    }),
  };
}

function configuration({ server, tokenVariable }: NamedServer) {
  if ('command' in server) {
    const { command, args = [], env = {}, startTimeoutMs } = server;
    return {
      ...checkPlain({ type: 'stdio', command, args, env }),
      // Otherwise newer versions (2.1.197) ask their model while the server is still starting, and may
      // have the model search for its tools.
      ...(startTimeoutMs !== undefined && { alwaysLoad: true }),
    };
  }
  const { url, bearerToken } = checkPlain(server);
  if (bearerToken === undefined) return { type: 'http', url };
  return { type: 'http', url, headers: { Authorization: `Bearer \${${tokenVariable}}` } };
}

/** Claude Code puts variables of its environment into every text of such a file; nothing escapes. */
function checkPlain<Value extends object>(value: Value): Value {
  if (!JSON.stringify(value).includes('${')) return value;
  throw new DragomanError(
    'invalid_request',
    'Claude Code can\'t be given an MCP server with "${" in its settings: it would put a variable there.',
  );
}
