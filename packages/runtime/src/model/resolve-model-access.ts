import { type AgentName, accessFromEnvironment, agents, type Environment } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import type { ForwardAccess } from './model-access.js';

export interface ModelAccessOptions {
  readonly agent: AgentName;
  /** Nothing of it reaches the agent. */
  readonly env: Environment;
  /** Any endpoint that speaks the language of the agent's model. It wins over the environment's. */
  readonly baseUrl?: string | undefined;
}

/**
 * The key and the address that people already have for an agent, in the variables that its own CLI
 * reads. Without a key it throws `key_missing`, which names them.
 *
 * @example
 * const access = resolveModelAccess({ agent: 'codex', env: process.env });
 */
export function resolveModelAccess({ agent, env, baseUrl }: ModelAccessOptions): ForwardAccess {
  const { keys } = agents[agent];
  const found = accessFromEnvironment(keys, env);
  if (found === undefined) {
    throw new DragomanError(
      'key_missing',
      `There is no key for the model of ${agent}: set ${keys.keyVariables.join(' or ')}.`,
    );
  }
  return {
    kind: 'forward',
    key: found.apiKey,
    baseUrl: baseUrl ?? found.baseUrl ?? keys.providerUrl,
  };
}
