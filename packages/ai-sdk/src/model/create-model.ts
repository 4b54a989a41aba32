import { agents, parseAgentReference } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { longestDelayMs } from '@dragoman/runtime/internal';
import { type AgentModel, createAgentModel } from './agent-model.js';
import { type AgentSettings, createEmbeddedTurns } from './embedded-turns.js';
import { refuseUnknownSettings } from './known-settings.js';
import type { TurnSource } from './turn-source.js';

export interface ModelSettings extends AgentSettings {
  /** Where turns run. Default: in this process. */
  readonly turns?: TurnSource | undefined;
  /**
   * How long an agent waits for the result of a tool of the caller before it goes on without it. Default:
   * ten minutes, or what a server that conducts the turns says.
   */
  readonly toolResultLimitMs?: number | undefined;
}

/** The model of an agent such as `codex` or `codex@0.58.0`. */
export function createModel(reference: string, settings: ModelSettings): AgentModel {
  refuseUnknownSettings(settings);
  const { turns, toolResultLimitMs, ...options } = settings;
  if (toolResultLimitMs !== undefined && !(toolResultLimitMs > 0)) {
    throw new DragomanError('settings_invalid', 'toolResultLimitMs must be more than nothing.');
  }
  const { name, version } = parseAgentReference(reference);
  return createAgentModel({
    name,
    reference,
    toolResultLimitMs: toolResultLimitMs && Math.min(toolResultLimitMs, longestDelayMs),
    abilities: agents[name].abilities(version),
    answerTools: [agents[name].answerTool ?? []].flat(),
    turns: turns ?? createEmbeddedTurns(reference, options),
  });
}
