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
import { resolveLogin } from '../login/resolve-login.js';

/** Where the answers of a turn's model come from. An agent never sees more of it than a token. */
export type ModelAccess =
  | ForwardAccess
  | ScriptAccess
  | { readonly kind: 'replay'; readonly cassette: Cassette };

/** A provider, with a real key or a login that stays in the gateway. */
export interface ForwardAccess {
  readonly kind: 'forward';
  /** The key, or the token of the login. */
  readonly key: string;
  /** Says that it is a login. */
  readonly login?: LoginAccess;
  readonly baseUrl: string;
  readonly budget?: Budget;
  /** A price file for `budget.costUsd`: Dragoman's form, or LiteLLM's. Default: the one that comes with Dragoman. */
  readonly prices?: string;
  /** The file that gets a cassette of all that was said, when the turn is over. */
  readonly record?: string;
}

/** What a login needs beside its token. */
export interface LoginAccess {
  /** The agent whose CLI it belongs to; no other may use it. */
  readonly agent: string;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A model that follows a script. */
export interface ScriptAccess extends Omit<ScriptTurnOptions, 'script' | 'costOf'> {
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
export function checkAccess(access: ModelAccess | undefined, agent?: string): void {
  if (access === undefined) return;
  if (access.kind === 'forward' && access.login !== undefined && access.login.agent !== agent) {
    throw new DragomanError(
      'login_unsuitable',
      `A login of ${access.login.agent} is for its own CLI only, and this turn is one of ${agent ?? 'another'}.`,
    );
  }
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
  /** The login of `dragoman login` instead of a key; only at the vendor's own address. */
  readonly login?: boolean | undefined;
  /** Where logins are kept. Default: `$DRAGOMAN_STATE`, or `dragoman` in the user's state folder. */
  readonly stateDirectory?: string | undefined;
}

/**
 * The key and the address that people already have for an agent, in the variables that its own CLI
 * reads. Without a key it throws `key_missing`, which names them. With `login` it is the login that is
 * kept for the agent; one that is missing, damaged or expired throws what to type.
 *
 * @example
 * const access = resolveModelAccess({ agent: 'codex', env: process.env });
 */
export function resolveModelAccess(options: ModelAccessOptions): ForwardAccess {
  const { agent, env, baseUrl, login = false } = options;
  if (login) return resolveLogin(options);
  const { name, keys, login: vendor } = agentIn(agentVersion(agent));
  const found = accessFromEnvironment(keys, env);
  if (found === undefined) {
    const other = vendor && ` With a subscription: dragoman login ${name}, then \`login\`.`;
    throw new DragomanError(
      'key_missing',
      `There is no key for the model of ${name}: set ${keys.keyVariables.join(' or ')}.${other ?? ''}`,
    );
  }
  return {
    kind: 'forward',
    key: found.apiKey,
    baseUrl: baseUrl ?? found.baseUrl ?? keys.providerUrl,
  };
}
