import type { Agent } from '@dragoman/agents';
import { turnModels } from '@dragoman/agents/internal';
import { DragomanError } from '@dragoman/protocol';
import { agentIn, agentVersion } from '../agent-version.js';
import { type ChatAgentOptions, createChatAgent } from '../chat/create-chat-agent.js';
import { createTurnCommands } from '../chat/turn-command.js';
import { checkCostBudget } from '../model/cost-budget.js';
import type { ModelAccess } from '../model/model-access.js';
import { conductTurn } from './conduct-turn.js';
import { refuseUnknownOptions } from './known-options.js';
import type { Turn } from './turn.js';
import { type TurnSettings, withoutSettings } from './turn-options.js';

export interface TurnOptions extends TurnSettings, Omit<ChatAgentOptions, 'forks'> {
  /**
   * Such as `codex` or `codex@0.58.0`, or an `Agent` of the caller, in its version. It must be
   * installed.
   */
  readonly agent: string | Agent;
  readonly prompt: string;
  /** How the model is reached. `model` says which it is. */
  readonly access: ModelAccess;
  /** The session that the turn continues. */
  readonly resume?: string | undefined;
  /** The session that the turn continues in a new session. */
  readonly fork?: string | undefined;
}

/**
 * Starts one turn of an agent. What can be refused is refused here, with a `DragomanError`, before
 * anything exists; whatever goes wrong later is in the turn's `end`.
 *
 * @example
 * const access = resolveModelAccess({ agent: 'codex', env: process.env });
 * const turn = await startTurn({ agent: 'codex', prompt: 'Fix the test.', cwd: '.', access });
 * for await (const event of turn.events()) console.log(event);
 */
export async function startTurn(options: TurnOptions): Promise<Turn> {
  refuseUnknownOptions('startTurn', options);
  const { agent: asked, prompt, access, resume, fork, ...rest } = options;
  if (resume !== undefined && fork !== undefined) throw bothAsked();
  const agent = createChatAgent(asked, { ...withoutSettings(rest), forks: fork !== undefined });
  const input = { message: prompt, session_id: resume ?? fork };
  return conductTurn({ ...rest, agent, access, input });
}

/** Refuses what the version of an agent can't do, whether it is installed or not, and what can't be metered. */
export function checkTurnRequest(
  options: TurnOptions,
  { confined }: { readonly confined: boolean },
): void {
  const { agent, prompt, resume, fork, access, ...rest } = options;
  checkCostBudget(access, turnModels(agentIn(agentVersion(agent)).models, options.model).own);
  const request = { ...withoutSettings(rest), forks: fork !== undefined };
  createTurnCommands(agentVersion(agent), request).expected({
    input: { message: prompt, session_id: resume ?? fork },
    workspace: options.cwd,
    confined,
  });
}

/** A turn goes on in a session or in a copy of it. */
export function bothAsked(): DragomanError {
  return new DragomanError(
    'invalid_request',
    'A turn either resumes a session or forks one: give `resume` or `fork`, not both.',
  );
}
