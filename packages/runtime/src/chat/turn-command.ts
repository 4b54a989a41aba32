import {
  type AgentCommand,
  type AgentReference,
  agents,
  type ModelEndpoint,
} from '@dragoman/agents';
import type { ChatPlace } from './chat-agent.js';
import type { ChatRequest } from './chat-request.js';
import type { ChatAgentOptions } from './create-chat-agent.js';

/** A stand-in where a command is made only to see whether it is refused. */
const NOWHERE: ModelEndpoint = { url: 'http://127.0.0.1:1', token: 'none' };

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
  const { forks = false, agentFrom: _from, cacheDir: _cache, permission, ...request } = options;
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
      permission: permission ?? (confined ? 'bypass' : 'default'),
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
