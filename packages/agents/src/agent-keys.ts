import type { DirectAccess } from './agent-command.js';

/** Where people have an agent's key and address. Of several variables the first that is set counts. */
export interface AgentKeys {
  readonly keyVariables: readonly string[];
  readonly urlVariables: readonly string[];
  /** The provider's own address, as the provider's clients take it. */
  readonly providerUrl: string;
}

/** The variables of an environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The key and the address that an environment has for an agent. Nothing without a key. An empty
 * variable counts as none. This package reads no environment itself: who starts a turn hands one in.
 *
 * @example
 * const access = accessFromEnvironment(agents.codex.keys, process.env);
 */
export function accessFromEnvironment(
  { keyVariables, urlVariables }: AgentKeys,
  environment: Environment,
): DirectAccess | undefined {
  const apiKey = firstSet(environment, keyVariables);
  if (apiKey === undefined) return undefined;
  const baseUrl = firstSet(environment, urlVariables);
  return baseUrl === undefined ? { apiKey } : { apiKey, baseUrl };
}

function firstSet(environment: Environment, names: readonly string[]): string | undefined {
  return names.map((name) => environment[name]).find(Boolean);
}
