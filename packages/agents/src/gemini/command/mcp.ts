import { DragomanError } from '@dragoman/protocol';
import type { CommandPart, TurnRequest } from '../../agent-command.js';
import {
  configured,
  type NamedServer,
  namedServers,
  serverTokens,
  trustedTools,
} from '../../check-request.js';

interface McpSettings extends Omit<CommandPart, 'args'> {
  readonly settings: object;
}

const POLICIES = '.gemini/policies/dragoman.toml';

/** The tool servers of a request as settings, and the variables in which their tokens are. */
export function mcpServers(request: TurnRequest): McpSettings {
  const servers = namedServers(request);
  if (servers.length === 0) return { settings: {}, env: {}, files: {} };
  const trusted = servers.filter(({ server }) => trustedTools(server).length > 0);
  return {
    settings: { mcpServers: configured(servers, configuration) },
    env: serverTokens(servers),
    files: trusted.length === 0 ? {} : { [POLICIES]: trusted.map(policyFor).join('\n') },
  };
}

/** Allows the tools of a trusted server in plan mode, where newer versions offer none by default. */
function policyFor({ name }: NamedServer): string {
  const rule = { toolName: '*', mcpName: name, decision: 'allow', priority: 500, modes: ['plan'] };
  const lines = Object.entries(rule).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  return `${['[[rule]]', ...lines].join('\n')}\n`;
}

function configuration({ server, tokenVariable }: NamedServer) {
  if ('command' in server) {
    const { command, args = [], env = {}, callTimeoutMs } = server;
    return {
      ...checkPlain({ command, args, env }),
      // It is also how long the server may take to start.
      ...(callTimeoutMs !== undefined && { timeout: callTimeoutMs }),
      ...(trustedTools(server).length > 0 && { trust: true }),
    };
  }
  const { url, bearerToken } = checkPlain(server);
  if (bearerToken === undefined) return { httpUrl: url };
  return { httpUrl: url, headers: { Authorization: `Bearer \${${tokenVariable}}` } };
}

/** Gemini CLI replaces variables in every text of its settings, and there is no way to escape them. */
function checkPlain<Value extends object>(value: Value): Value {
  if (!/\$[\w{]/.test(JSON.stringify(value))) return value;
  throw new DragomanError(
    'invalid_request',
    'Gemini CLI can\'t be given an MCP server with "$" and a name in its settings: it would put a variable there.',
  );
}
