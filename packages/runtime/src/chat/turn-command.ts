import {
  type AgentCommand,
  type AgentReference,
  agents,
  type McpServer,
  type ModelEndpoint,
} from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { callerServerName } from '../tools/caller-tool.js';
import type { ChatContext } from './chat-agent.js';
import type { ChatRequest } from './chat-request.js';
import type { ChatAgentOptions } from './create-chat-agent.js';
import { defaultPermission } from './default-permission.js';
import { defaultProjectSettings } from './default-project-settings.js';

/** A stand-in where a command is made only to see whether it is refused. */
const NOWHERE: ModelEndpoint = { url: 'http://127.0.0.1:1', token: 'none' };

type RequestField = Exclude<
  keyof ChatAgentOptions,
  'permission' | 'projectSettings' | 'forks' | 'agentFrom' | 'cacheDir'
>;

/** What of an agent's options its CLI is asked for as it is. Options of a turn's place come along. */
const REQUEST_FIELDS: Readonly<Record<RequestField, true>> = {
  model: true,
  ephemeral: true,
  images: true,
  outputSchema: true,
  reasoningEffort: true,
  retries: true,
  mcpServers: true,
  extraArgs: true,
  claude: true,
  codex: true,
  searchPath: true,
  proxy: true,
};

/** A place in which nothing exists yet. */
type ExpectedContext = Pick<
  ChatContext<ChatRequest>,
  'input' | 'workspace' | 'confined' | 'callerServer'
>;

/** How a request becomes the command of a CLI. */
export interface TurnCommands {
  /** Throws what the CLI's command refuses. */
  check(place: ExpectedContext): void;
  at(place: ChatContext<ChatRequest>): AgentCommand;
}

export function createTurnCommands(
  { name, version }: AgentReference,
  options: ChatAgentOptions,
): TurnCommands {
  const { forks = false, permission, projectSettings } = options;
  const request = requestIn(options);
  const command = (
    { input, confined, callerServer }: ExpectedContext,
    place: { endpoint: ModelEndpoint; cwd: string; home: string },
  ): AgentCommand => {
    const { message, session_id: session } = input;
    return agents[name].command({
      ...request,
      ...place,
      ...withCallerServer(request, callerServer),
      version,
      prompt: message,
      permission: permission ?? defaultPermission({ confinesFiles: confined }),
      projectSettings: projectSettings ?? defaultProjectSettings({ confinesFiles: confined }),
      ...(session !== undefined && (forks ? { fork: session } : { resume: session })),
    });
  };
  return {
    check(place) {
      const { workspace } = place;
      command(place, { endpoint: NOWHERE, cwd: workspace, home: workspace });
    },
    at(place) {
      const { workspace: cwd, home } = place.sandbox.inside;
      return command(place, { endpoint: place.model ?? NOWHERE, cwd, home });
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

function requestIn(options: ChatAgentOptions): Pick<ChatAgentOptions, RequestField> {
  return Object.fromEntries(Object.entries(options).filter(([name]) => name in REQUEST_FIELDS));
}
