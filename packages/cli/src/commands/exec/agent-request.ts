import { readFile } from 'node:fs/promises';
import { basename, isAbsolute, relative, resolve } from 'node:path';
import { type AgentReference, agents, type McpServer, type TurnRequest } from '@dragoman/agents';
import { checkAgentArguments } from '@dragoman/agents/internal';
import { type HostedTools, hostedToolKinds } from '@dragoman/gateway';
import { DragomanError, isJsonObject, parseJson } from '@dragoman/protocol';
import { reasonOf } from '@dragoman/protocol/internal';
import { parseMcpServers } from '@dragoman/runtime';
import type { NetworkMode } from '@dragoman/sandbox';
import type { RequestOptions } from '../../program/request-options.js';
import type { ChosenSandbox } from './choose-sandbox.js';

/** What an agent gets beside its prompt, as options of a turn. */
export interface AgentRequest
  extends Pick<
    TurnRequest,
    'images' | 'outputSchema' | 'mcpServers' | 'reasoningEffort' | 'maxTurns' | 'extraArgs'
  > {
  readonly hostedTools?: HostedTools;
  readonly secrets?: readonly string[];
}

/** A request, and what to say of it before the turn. */
export interface ReadRequest {
  readonly request: AgentRequest;
  readonly notes: readonly string[];
}

/** Programs that fetch what they run. */
const FETCHING = new Set(['npx', 'bunx', 'uvx', 'pipx', 'docker', 'podman']);

/** Reads the files that the options name. What can't be used is refused. */
export async function readAgentRequest(
  options: RequestOptions,
  agent: AgentReference,
  chosen: ChosenSandbox,
): Promise<ReadRequest> {
  const { image: images = [], effort, maxTurns, agentArg: extraArgs = [] } = options;
  checkAgentArguments(agent, agents[agent.name].ownOptions ?? {}, extraArgs);
  const network = networkOf(chosen);
  const mcp = options.mcp === undefined ? undefined : await readMcp(options.mcp, chosen);
  const hostedTools = hostedToolsOf(options, network);
  return {
    request: {
      ...(images.length > 0 && { images: images.map((path) => imagePath(path, chosen.cwd)) }),
      ...(options.outputSchema !== undefined && {
        outputSchema: await readSchema(options.outputSchema),
      }),
      ...(mcp !== undefined && { mcpServers: mcp.servers, secrets: mcp.secrets }),
      ...(effort !== undefined && { reasoningEffort: effort }),
      ...(maxTurns !== undefined && { maxTurns }),
      ...(extraArgs.length > 0 && { extraArgs }),
      ...(hostedTools !== undefined && { hostedTools }),
    },
    notes: mcp === undefined ? [] : unlikelyServers(mcp.servers, network),
  };
}

/** Images in the workspace are named from there: in a container it has another path. */
function imagePath(given: string, cwd: string): string {
  const path = resolve(given);
  const inside = relative(cwd, path);
  return inside === '' || inside.startsWith('..') || isAbsolute(inside) ? path : inside;
}

async function readSchema(path: string): Promise<Readonly<Record<string, unknown>>> {
  const schema = parseJson(await readText('--output-schema', path));
  if (schema.ok && isJsonObject(schema.value)) return schema.value;
  throw new DragomanError('schema_invalid', `--output-schema ${path} is not a JSON object.`);
}

async function readMcp(path: string, chosen: ChosenSandbox) {
  const mcp = await parseMcpServers(await readText('--mcp', path), path, process.env);
  for (const [name, server] of Object.entries(mcp.servers)) {
    checkReach(name, server, networkOf(chosen), chosen);
  }
  return mcp;
}

/** An address that the agent's network doesn't lead to is refused: the CLIs go on without the server. */
function checkReach(
  name: string,
  server: McpServer,
  network: NetworkMode,
  { sandbox }: ChosenSandbox,
): void {
  if (!('url' in server) || network === 'host') return;
  const { hostname } = new URL(server.url);
  const isLocal = /^(localhost|127\..*|\[::1\])$/.test(hostname);
  if (network !== 'none' && !isLocal) return;
  const wider = sandbox.abilities.networks.filter((mode) => mode === 'host' || !isLocal);
  const others = wider.filter((mode) => mode !== 'none').map((mode) => `--network ${mode}`);
  throw new DragomanError(
    'unsupported_option',
    `The tool server ${JSON.stringify(name)} at ${hostname} is out of the agent's reach (network: ${network}). Use ${others.join(' or ') || 'another --sandbox'}.`,
  );
}

function unlikelyServers(
  servers: Readonly<Record<string, McpServer>>,
  network: NetworkMode,
): readonly string[] {
  if (network !== 'none') return [];
  return Object.entries(servers).flatMap(([name, server]) =>
    'command' in server && FETCHING.has(basename(server.command))
      ? [
          `The tool server ${JSON.stringify(name)} has no network: ${basename(server.command)} can't fetch what it runs.`,
        ]
      : [],
  );
}

/** The provider's tools are denied without a network and allowed with one, unless options change that. */
function hostedToolsOf(options: RequestOptions, network: NetworkMode): HostedTools | undefined {
  if (options.webSearch === false) {
    if (network === 'none') return 'deny';
    return hostedToolKinds.filter((kind) => kind !== 'web_search');
  }
  if (!options.allowWebSearch) return undefined;
  return network === 'none' ? ['web_search'] : 'allow';
}

function networkOf({ network, sandbox }: ChosenSandbox): NetworkMode {
  return network ?? sandbox.abilities.networks[0] ?? 'none';
}

async function readText(option: string, path: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (cause) {
    const message = `${option} ${path} can't be read: ${reasonOf(cause)}.`;
    throw new DragomanError('file_unreadable', message, { cause });
  }
}
