import { DragomanError } from '@dragoman/protocol';
import type { Ability, AbilityTable } from './agent-abilities.js';
import type { McpServer, TurnRequest } from './agent-command.js';
import type { AgentName, AgentReference } from './agents.js';
import { requireSupport, unsupportedOption } from './version-support.js';

/**
 * Refuses what the version of an agent can't do, and what no CLI takes, so that nothing is started in
 * vain. What only one agent has, its command checks.
 */
export function checkRequest(name: AgentName, abilities: AbilityTable, request: TurnRequest): void {
  const agent = { name, version: request.version };
  requireSupport(agent, abilities, 'streaming');
  checkPrompt(agent, request);
  refuseForeignOptions(agent, request);
  if (request.resume !== undefined && request.fork !== undefined) {
    throw new DragomanError(
      'invalid_request',
      'A turn either resumes a session or forks one: give `resume` or `fork`, not both.',
    );
  }
  for (const ability of abilitiesFor(request)) requireSupport(agent, abilities, ability);
  checkRetries(request);
  checkMaxTurns(request);
}

/** What an agent must be able to do for a request. */
function abilitiesFor(request: TurnRequest): readonly Ability[] {
  const { permission = 'default', images = [], mcpServers = {}, reasoningEffort } = request;
  const asked: readonly (Ability | false)[] = [
    `permission ${permission}`,
    request.resume !== undefined && 'resume',
    request.fork !== undefined && 'fork',
    request.ephemeral === true && 'ephemeral',
    images.length > 0 && 'images',
    request.acceptsInput === true && 'input',
    request.outputSchema !== undefined && 'outputSchema',
    request.maxTurns !== undefined && 'maxTurns',
    request.retries !== undefined && 'retries',
    reasoningEffort !== undefined && `reasoningEffort ${reasoningEffort}`,
    ...Object.values(mcpServers).map((server) =>
      'url' in server ? 'mcpServers with a url' : 'mcpServers',
    ),
  ];
  return asked.filter((ability) => ability !== false);
}

/** No CLI starts a turn on nothing but white space; some wait for more, some end with an error. */
function checkPrompt({ name }: AgentReference, { prompt }: TurnRequest): void {
  if (prompt.trim() !== '') return;
  throw new DragomanError('prompt_empty', `The prompt for ${name} is empty: say what it is to do.`);
}

function checkRetries({ retries = 0 }: TurnRequest): void {
  if (Number.isSafeInteger(retries) && retries >= 0) return;
  throw new DragomanError(
    'invalid_request',
    `${retries} is not a number of \`retries\`: give a whole one, from 0 on.`,
  );
}

function checkMaxTurns({ maxTurns = 1 }: TurnRequest): void {
  if (Number.isSafeInteger(maxTurns) && maxTurns >= 1) return;
  throw new DragomanError(
    'invalid_request',
    `${maxTurns} is not a number of \`maxTurns\`: give a whole one, from 1 on.`,
  );
}

/**
 * The session that a turn goes on with, in itself or in a new one, if any.
 *
 * @param idPattern what the CLI's session ids look like. What doesn't, it would take for an option,
 * for the newest session or for a title.
 */
export function sessionToContinue(
  name: AgentName,
  { resume, fork }: TurnRequest,
  idPattern: RegExp,
): { readonly how: 'resume' | 'fork'; readonly id: string } | undefined {
  const id = resume ?? fork;
  if (id === undefined) return undefined;
  if (idPattern.test(id)) return { how: resume === undefined ? 'fork' : 'resume', id };
  throw new DragomanError(
    'invalid_request',
    `${JSON.stringify(id)} is not the id of a session of ${name}.`,
  );
}

/** The fields of a request that are named like an agent and for it alone. */
type OwnOptions = {
  readonly [Name in Extract<keyof TurnRequest, AgentName>]: (
    request: TurnRequest,
  ) => TurnRequest[Name];
};

const OWN_OPTIONS: OwnOptions = {
  claude: ({ claude }) => claude,
  codex: ({ codex }) => codex,
};

/** Refuses options that are for another agent. */
function refuseForeignOptions(agent: AgentReference, request: TurnRequest): void {
  const [foreign] =
    Object.entries(OWN_OPTIONS).find(
      ([name, optionsOf]) => name !== agent.name && isGiven(optionsOf(request)),
    ) ?? [];
  if (foreign === undefined) return;
  throw unsupportedOption(agent, `\`${foreign}\``, `these options are for ${foreign} alone.`);
}

/** An empty table asks for nothing. */
function isGiven(options: object | undefined): boolean {
  return options !== undefined && Object.values(options).some((value) => value !== undefined);
}

/** A tool server, and the variable in which its token may stand. */
export interface NamedServer {
  readonly name: string;
  readonly server: McpServer;
  readonly tokenVariable: string;
}

/** The tool servers of a request, in its order. */
export function namedServers({ mcpServers = {} }: TurnRequest): readonly NamedServer[] {
  return Object.entries(mcpServers).map(([name, server], index) => {
    checkName(name);
    return { name, server, tokenVariable: `DRAGOMAN_MCP_TOKEN_${index + 1}` };
  });
}

/** The settings of each server, by its name. */
export function configured<Settings>(
  servers: readonly NamedServer[],
  configuration: (server: NamedServer) => Settings,
): Readonly<Record<string, Settings>> {
  return Object.fromEntries(servers.map((named) => [named.name, configuration(named)]));
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
