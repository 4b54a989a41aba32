import type { Agent } from '@dragoman/agents';
import { accessFromEnvironment, type Environment } from '@dragoman/agents/internal';
import {
  type Budget,
  type Cassette,
  defineScript,
  type Script,
  type ScriptTurnOptions,
  type WrittenScript,
} from '@dragoman/gateway';
import { DragomanError, isJsonObject } from '@dragoman/protocol';
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
  /** As it is written, or as `defineScript` and `loadScript` give it. Each turn plays it from its beginning. */
  readonly script: Script | WrittenScript;
}

/** The script to play. One that can't be played is refused in words. */
export function playedScript(script: Script | WrittenScript): Script {
  const given: unknown = script;
  if (!isJsonObject(given)) {
    throw new DragomanError(
      'invalid_request',
      'The script of a model is an object with steps, not the name of a file: loadScript(path) reads one.',
    );
  }
  return isPlayed(script) ? script : defineScript(script);
}

/** `defineScript` gives each action its kind, and each step and the script all that has a default. */
function isPlayed(script: Script | WrittenScript): script is Script {
  const isComplete = 'name' in script && 'aside' in script && 'usage' in script;
  return isComplete && Array.isArray(script.steps) && script.steps.every(isPlayedStep);
}

function isPlayedStep(step: unknown): boolean {
  if (!isJsonObject(step) || !['usage', 'delay', 'pace', 'times'].every((name) => name in step)) {
    return false;
  }
  const { actions = [] } = step;
  return (
    Array.isArray(actions) && actions.every((action) => isJsonObject(action) && 'kind' in action)
  );
}

/** Refuses access that can't be used. Callers without types can write anything. */
export function checkAccess(access: ModelAccess | undefined): void {
  if (access === undefined) return;
  if (access.kind === 'script') playedScript(access.script);
  const kind: unknown = access.kind;
  if (KINDS.has(kind)) return;
  throw new DragomanError(
    'invalid_request',
    `There is no access of the kind ${JSON.stringify(kind)}: it is forward, script or replay.`,
  );
}

const KINDS: ReadonlySet<unknown> = new Set<ModelAccess['kind']>(['forward', 'script', 'replay']);

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
