import type { McpServer, SettingValue, TurnRequest } from '../../agent-command.js';
import { type NamedServer, namedServers, serverTokens } from '../../named-servers.js';
import { codexAbilities } from '../abilities.js';
import type { Settings } from './settings.js';

interface McpConfiguration {
  readonly settings: Settings;
  readonly env: Readonly<Record<string, string>>;
}

/** The tool servers of a request as settings, and the variables in which Codex finds their tokens. */
export function mcpConfiguration(request: TurnRequest): McpConfiguration {
  const agent = { name: 'codex', version: request.version } as const;
  const servers = namedServers(agent, codexAbilities, request);
  return {
    settings: servers.map((named) => [`mcp_servers.${named.name}`, configuration(named)] as const),
    env: serverTokens(servers),
  };
}

function configuration({ server, tokenVariable }: NamedServer): SettingValue {
  return 'command' in server ? program(server) : remote(server, tokenVariable);
}

function program({ command, args = [], env = {} }: Extract<McpServer, { command: string }>) {
  return { command, args, env };
}

function remote({ url, bearerToken }: Extract<McpServer, { url: string }>, variable: string) {
  return bearerToken === undefined ? { url } : { url, bearer_token_env_var: variable };
}
