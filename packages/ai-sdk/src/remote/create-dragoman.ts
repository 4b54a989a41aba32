import { efforts } from '../call/call-options.js';
import type { ModelAbilities } from '../call/plan-call.js';
import { answerTools } from '../mapping/answer-tools.js';
import { type AgentModel, createAgentModel } from '../model/agent-model.js';
import type { TurnSource } from '../model/turn-source.js';
import { type AgentProviderV3, createProviderV3 } from '../v3/provider.js';
import { type AgentProviderV4, createProviderV4 } from '../v4/provider.js';

/** What there is to set where the turns run elsewhere. */
export interface RemoteModelSettings {
  /** Where turns run: `createRemoteTurns`. */
  readonly turns: TurnSource;
  /** How long an agent waits for the result of a tool of the caller. A server may allow less. */
  readonly toolResultLimitMs?: number | undefined;
}

/** What an agent can't do, the server that runs it says. */
const ANY: ModelAbilities = { images: true, outputSchema: true, reasoningEfforts: efforts };

/**
 * Makes a provider of agents that a server runs, for AI SDK 6 (specification V3).
 *
 * @example
 * const dragoman = createDragoman({ turns: createRemoteTurns({ url, key }) });
 * const { text } = await generateText({ model: dragoman('codex'), prompt: 'What is this project?' });
 */
export function createDragoman(shared: RemoteModelSettings): AgentProviderV3<RemoteModelSettings> {
  return createProviderV3((agent, settings) => createModel(agent, { ...shared, ...settings }));
}

/** The same for AI SDK 7 (specification V4). */
export function createDragomanV4(
  shared: RemoteModelSettings,
): AgentProviderV4<RemoteModelSettings> {
  return createProviderV4((agent, settings) => createModel(agent, { ...shared, ...settings }));
}

function createModel(reference: string, settings: RemoteModelSettings): AgentModel {
  const { turns, toolResultLimitMs } = settings;
  const [name = reference] = reference.split('@');
  return createAgentModel({
    name,
    reference,
    abilities: ANY,
    answerTools,
    turns,
    toolResultLimitMs,
  });
}
