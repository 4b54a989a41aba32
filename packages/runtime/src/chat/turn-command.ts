import {
  type AgentCommand,
  type AgentReference,
  agents,
  type ModelEndpoint,
} from '@dragoman/agents';
import type { ChatPlace } from './chat-agent.js';
import type { ChatRequest } from './chat-request.js';
import type { ChatAgentOptions } from './create-chat-agent.js';
import { defaultPermission } from './default-permission.js';

/** A stand-in where a command is made only to see whether it is refused. */
const NOWHERE: ModelEndpoint = { url: 'http://127.0.0.1:1', token: 'none' };

type RequestField = Exclude<
  keyof ChatAgentOptions,
  'permission' | 'forks' | 'agentFrom' | 'cacheDir'
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

/** How a request becomes the command of a CLI. */
export interface TurnCommands {
  /** Throws what the CLI's command refuses. */
  check(input: ChatRequest, workspace: string, confined: boolean): void;
  at(place: ChatPlace<ChatRequest>): AgentCommand;
}

export function createTurnCommands(
  { name, version }: AgentReference,
  options: ChatAgentOptions,
): TurnCommands {
  const { forks = false, permission } = options;
  const request = requestIn(options);
  const command = (
    { message, session_id: session }: ChatRequest,
    confined: boolean,
    place: { endpoint: ModelEndpoint; cwd: string; home: string },
  ): AgentCommand =>
    agents[name].command({
      ...request,
      ...place,
      version,
      prompt: message,
      permission: permission ?? defaultPermission({ confinesFiles: confined }),
      ...(session !== undefined && (forks ? { fork: session } : { resume: session })),
    });
  return {
    check(input, workspace, confined) {
      command(input, confined, { endpoint: NOWHERE, cwd: workspace, home: workspace });
    },
    at({ input, confined, model = NOWHERE, sandbox }) {
      const { workspace: cwd, home } = sandbox.inside;
      return command(input, confined, { endpoint: model, cwd, home });
    },
  };
}

function requestIn(options: ChatAgentOptions): Pick<ChatAgentOptions, RequestField> {
  return Object.fromEntries(Object.entries(options).filter(([name]) => name in REQUEST_FIELDS));
}
