import type { Permission, TurnRequest } from '../../agent-command.js';
import {
  configured,
  longestTimeouts,
  type NamedServer,
  namedServers,
  trustedTools,
} from '../../check-request.js';
import { compareVersions } from '../../version-support.js';

type Verdict = 'allow' | 'deny';

/** By OpenCode's names for tools; of two that fit, the later counts. */
type ToolPermissions = Readonly<Record<string, Verdict | Readonly<Record<string, Verdict>>>>;

/**
 * A tool that is denied isn't offered. A tool that asks, as some do by default, silently ends a turn
 * that no person watches. Tools of MCP servers fall under `*`.
 */
const READING: ToolPermissions = {
  '*': 'deny',
  read: { '*': 'allow', '*.env': 'deny', '*.env.*': 'deny', '*.env.example': 'allow' },
  glob: 'allow',
  grep: 'allow',
  list: 'allow',
  lsp: 'allow',
  skill: 'allow',
  task: 'allow',
  todoread: 'allow',
  todowrite: 'allow',
  bash: 'deny',
  edit: 'deny',
  webfetch: 'deny',
  external_directory: 'deny',
  doom_loop: 'deny',
};

/** A question waits for an answer that nobody gives; newer versions offer none of themselves. */
const EVERYTHING: ToolPermissions = {
  '*': 'allow',
  question: 'deny',
  read: 'allow',
  bash: 'allow',
  edit: 'allow',
  webfetch: 'allow',
  external_directory: 'allow',
  doom_loop: 'allow',
};

/** `plan` is a built-in agent of OpenCode; with `--agent plan` it gets what `default` may do. */
const toolPermissions: Readonly<Record<Permission, ToolPermissions>> = {
  default: READING,
  plan: READING,
  acceptEdits: { ...READING, edit: 'allow' },
  bypass: EVERYTHING,
};

interface McpSettings {
  readonly mcp: Readonly<Record<string, object>>;
  readonly permission: ToolPermissions;
  /** Which tools are offered. */
  readonly tools?: Readonly<Record<string, boolean>>;
  readonly experimental?: { readonly mcp_timeout: number };
}

/**
 * Before, permissions know nothing of the tools of servers: where these may not be used, they aren't
 * offered. From then on the list of offered tools becomes permissions that come before all
 * others, so that a `*` among those overrides them.
 */
const PERMITTED_SINCE = '1.1.11';

/** The tool servers of a request as settings, and what may be done without asking. */
export function mcpServers(request: TurnRequest): McpSettings {
  const servers = namedServers(request);
  const { permission = 'default' } = request;
  const trusted = servers.flatMap(({ name, server }) =>
    trustedTools(server).map((tool) => `${name}_${tool}`),
  );
  const mcp = configured(servers, configuration);
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
    // 1.1.11 has only this time limit for calls, for all servers together.
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
