import type { Agent } from '@dragoman/agents';
import { accessFromEnvironment, type Environment } from '@dragoman/agents/internal';
import type { Budget, Cassette, Script, ScriptTurnOptions } from '@dragoman/gateway';
import { DragomanError } from '@dragoman/protocol';
import { agentIn, agentVersion } from '../agent-version.js';

/** Where the answers of a turn's model come from. An agent never sees more of it than a token. */
export type ModelAccess =
  | ForwardAccess
  | ScriptAccess
  | { readonly kind: 'replay'; readonly cassette: Cassette };

/** A provider, with a real key that stays in the gateway. */
export interface ForwardAccess {
  readonly kind: 'forward';
  readonly key: string;
  readonly baseUrl: string;
  readonly budget?: Budget;
  /** The file that gets a cassette of all that was said, when the turn is over. */
  readonly record?: string;
}

/** A model that follows a script. */
export interface ScriptAccess extends Omit<ScriptTurnOptions, 'script'> {
  readonly kind: 'script';
  readonly script: Script;
}

export interface ModelAccessOptions {
  /** Its name, or an `Agent` of the caller. */
  readonly agent: string | Agent;
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
  const { name, keys } = agentIn(agentVersion(agent));
  const found = accessFromEnvironment(keys, env);
  if (found === undefined) {
    throw new DragomanError(
      'key_missing',
      `There is no key for the model of ${name}: set ${keys.keyVariables.join(' or ')}.`,
    );
  }
  return {
    kind: 'forward',
    key: found.apiKey,
    baseUrl: baseUrl ?? found.baseUrl ?? keys.providerUrl,
  };
}
