import { DragomanError } from '@dragoman/protocol';
import type { TurnRequest } from '../../agent-command.js';
import { type NamedServer, namedServers, serverTokens } from '../../named-servers.js';
import { geminiAbilities } from '../abilities.js';

interface McpSettings {
  readonly settings: object;
  readonly env: Readonly<Record<string, string>>;
}

/** The tool servers of a request as settings, and the variables in which their tokens are. */
export function mcpSettings(request: TurnRequest): McpSettings {
  const agent = { name: 'gemini', version: request.version } as const;
  const servers = namedServers(agent, geminiAbilities, request);
  if (servers.length === 0) return { settings: {}, env: {} };
  const mcpServers = Object.fromEntries(
    servers.map((named) => [named.name, configuration(named)] as const),
  );
  return { settings: { mcpServers }, env: serverTokens(servers) };
}

function configuration({ server, tokenVariable }: NamedServer) {
  if ('command' in server) {
    const { command, args = [], env = {} } = server;
    return checkPlain({ command, args, env });
  }
  const { url, bearerToken } = checkPlain(server);
  if (bearerToken === undefined) return { httpUrl: url };
  return { httpUrl: url, headers: { Authorization: `Bearer \${${tokenVariable}}` } };
}

/** Gemini CLI puts variables of its environment into every text of its settings; nothing escapes. */
function checkPlain<Value extends object>(value: Value): Value {
  if (!/\$[\w{]/.test(JSON.stringify(value))) return value;
  throw new DragomanError(
    'invalid_request',
    'Gemini CLI can\'t be given an MCP server with "$" and a name in its settings: it would put a variable there.',
  );
}
