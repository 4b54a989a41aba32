import { readFile } from 'node:fs/promises';
import { delimiter, resolve } from 'node:path';
import type {
  AgentCommand,
  McpServer,
  ModelEndpoint,
  Permission,
  ProjectSettings,
} from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import type { SandboxAbilities } from '@dragoman/sandbox';
import { type AgentVersion, agentIn } from '../agent-version.js';
import { callerServerName } from '../tools/caller-tool.js';
import type { ChatContext, ChatRequest } from './chat-agent.js';
import type { ChatAgentOptions } from './create-chat-agent.js';

/** A stand-in where a command is made only to see whether it is refused. */
const NOWHERE: ModelEndpoint = { url: 'http://127.0.0.1:1', token: 'none' };

/** A context of which nothing exists yet. */
type ExpectedContext = Pick<
  ChatContext<ChatRequest>,
  'input' | 'workspace' | 'confined' | 'callerServer' | 'proxy'
>;

/** How a request becomes the command of a CLI. */
interface TurnCommands {
  /** A command that is not run. Throws what the CLI's command refuses. */
  expected(context: ExpectedContext): AgentCommand;
  in(context: ChatContext<ChatRequest>): AgentCommand;
}

export function createTurnCommands(agent: AgentVersion, options: ChatAgentOptions): TurnCommands {
  // All other options are for the CLI, which may be any.
  const {
    forks = false,
    permission,
    projectSettings,
    agentFrom: _from,
    cacheDir: _cache,
    ...request
  } = options;
  const command = (
    { input, confined, callerServer, proxy }: ExpectedContext,
    where: { endpoint: ModelEndpoint; cwd: string; home: string },
  ): AgentCommand => {
    const { message, session_id: session } = input;
    return agentIn(agent).command({
      ...request,
      ...where,
      ...withCallerServer(request, callerServer),
      ...(proxy !== undefined && { proxy }),
      version: agent.version,
      prompt: message,
      permission: permission ?? defaultPermission({ confinesFiles: confined }),
      projectSettings: projectSettings ?? defaultProjectSettings({ confinesFiles: confined }),
      ...(session !== undefined && (forks ? { fork: session } : { resume: session })),
    });
  };
  return {
    expected(context) {
      const { workspace } = context;
      return command(context, { endpoint: NOWHERE, cwd: workspace, home: workspace });
    },
    in(context) {
      const { workspace: cwd, home } = context.sandbox.inside;
      return command(context, { endpoint: context.model ?? NOWHERE, cwd, home });
    },
  };
}

/** The tool servers of a request, and the one with the caller's tools. */
function withCallerServer(
  { mcpServers = {} }: Pick<ChatAgentOptions, 'mcpServers'>,
  server: McpServer | undefined,
): Pick<ChatAgentOptions, 'mcpServers'> {
  if (server === undefined) return {};
  if (!Object.hasOwn(mcpServers, callerServerName)) {
    return { mcpServers: { ...mcpServers, [callerServerName]: server } };
  }
  throw new DragomanError(
    'invalid_request',
    `An MCP server can't be called "${callerServerName}" in a turn with tools of the caller: they are reached by that name.`,
  );
}

/**
 * What an agent may do unasked where nobody says it: anything in a sandbox that confines it, for then
 * it can't do harm; otherwise the CLI's own careful posture.
 */
export function defaultPermission({
  confinesFiles,
}: Pick<SandboxAbilities, 'confinesFiles'>): Permission {
  return confinesFiles ? 'bypass' : 'default';
}

/**
 * Whether files of the project may make an agent's CLI run something, where nobody says it: in a sandbox
 * that confines them as it confines the agent; otherwise nothing would stand between them and the host.
 */
export function defaultProjectSettings({
  confinesFiles,
}: Pick<SandboxAbilities, 'confinesFiles'>): ProjectSettings {
  return confinesFiles ? 'trust' : 'ignore';
}

/** An environment whose programs are looked for in these folders first. */
export function withSearchPath(
  env: Readonly<Record<string, string>>,
  folders: readonly string[],
): Readonly<Record<string, string>> {
  return { ...env, PATH: [...folders, env.PATH ?? ''].join(delimiter) };
}

/** What a command's program is to read, with the files in it that it asks for. */
export async function readStdin(stdin: AgentCommand['stdin'], cwd: string): Promise<string> {
  if (typeof stdin === 'string') return stdin;
  const pieces = stdin.map((piece) =>
    typeof piece === 'string' ? piece : readFile(resolve(cwd, piece.base64Of), 'base64'),
  );
  return (await Promise.all(pieces)).join('');
}
