import { agents, parseAgentReference } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { longestDelayMs } from '@dragoman/runtime';
import { type AgentModel, createAgentModel } from './agent-model.js';
import { type AgentSettings, createEmbeddedTurns } from './embedded-turns.js';
import type { TurnSource } from './turn-source.js';

export interface ModelSettings extends AgentSettings {
  /** Where turns are conducted. Default: in this process. */
  readonly turns?: TurnSource | undefined;
  /**
   * How long an agent waits for the results of the caller's tools before its turn is ended. Default:
   * ten minutes.
   */
  readonly toolResultLimitMs?: number | undefined;
}

const DEFAULT_TOOL_RESULT_LIMIT_MS = 10 * 60_000;

/** The model of an agent such as `codex` or `codex@0.58.0`. */
export function createModel(reference: string, settings: ModelSettings): AgentModel {
  const { turns, toolResultLimitMs = DEFAULT_TOOL_RESULT_LIMIT_MS, ...place } = settings;
  if (!(toolResultLimitMs > 0)) {
    throw new DragomanError('settings_invalid', 'toolResultLimitMs must be more than nothing.');
  }
  const { name, version } = parseAgentReference(reference);
  return createAgentModel({
    name,
    reference,
    toolResultLimitMs: Math.min(toolResultLimitMs, longestDelayMs),
    abilities: agents[name].abilities(version),
    turns: turns ?? createEmbeddedTurns(reference, place),
  });
}
