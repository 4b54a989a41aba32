import { agents, parseAgentReference } from '@dragoman/agents';
import { type AgentModel, createAgentModel } from './agent-model.js';
import { type AgentSettings, createEmbeddedTurns } from './embedded-turns.js';
import type { TurnSource } from './turn-source.js';

export interface ModelSettings extends AgentSettings {
  /** Where turns are conducted. Default: in this process. */
  readonly turns?: TurnSource | undefined;
}

/** The model of an agent such as `codex` or `codex@0.58.0`. */
export function createModel(reference: string, settings: ModelSettings): AgentModel {
  const { turns, ...place } = settings;
  const { name, version } = parseAgentReference(reference);
  return createAgentModel({
    name,
    abilities: agents[name].abilities(version),
    turns: turns ?? createEmbeddedTurns(reference, place),
  });
}
