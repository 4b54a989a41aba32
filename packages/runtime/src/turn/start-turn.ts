import { type ChatAgentOptions, createChatAgent } from '../chat/create-chat-agent.js';
import type { ModelAccess } from '../model/model-access.js';
import { conductTurn } from './conduct-turn.js';
import type { Turn } from './turn.js';
import type { TurnSettings } from './turn-options.js';

export interface TurnOptions extends TurnSettings, Omit<ChatAgentOptions, 'forks'> {
  /** Such as `codex` or `codex@0.58.0`. It must be installed. */
  readonly agent: string;
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
 * anything exists; whatever goes wrong later is told by the turn's `end`.
 *
 * @example
 * const access = resolveModelAccess({ agent: 'codex', env: process.env });
 * const turn = await startTurn({ agent: 'codex', prompt: 'Fix the test.', cwd: '.', access });
 * for await (const event of turn.events()) console.log(event);
 */
export async function startTurn(options: TurnOptions): Promise<Turn> {
  const { agent: reference, prompt, access, resume, fork, ...rest } = options;
  const agent = createChatAgent(reference, { ...rest, forks: fork !== undefined });
  const input = { message: prompt, session_id: resume ?? fork };
  return conductTurn({ ...rest, agent, access, input });
}
