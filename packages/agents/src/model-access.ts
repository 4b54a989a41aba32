import type { DirectAccess, TurnRequest } from './agent-command.js';

/** The variables that hold an agent's key and address. The first that is set counts. */
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
 * variable counts as none. This package reads no environment: the caller passes one.
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

/**
 * Which models a turn may use, by the names in its requests. In a pattern `*`
 * stands for letters, digits, `.`, `_` and `-`.
 */
export interface TurnModels {
  /** May be used at any time. */
  readonly allow: readonly string[];
  /** Of these only the first that is asked for. */
  readonly firstOf: readonly string[];
  /** The turn's own, where it is known before the agent asks for it. */
  readonly own?: string;
}

/** The models that an agent uses. */
export interface AgentModels {
  /** Those it may use when none is requested; it stays with the first. */
  readonly own: readonly string[];
  /** Smaller ones that it uses beside the turn's, for titles, summaries and lesser tasks. */
  readonly small: readonly string[];
  /** What it may ask for when a model is requested. Absent: just that. */
  readonly named?: (model: string) => TurnModels;
}

/** What a turn may use: the requested model or else the agent's own, and its small ones. */
export function turnModels(models: AgentModels, model: string | undefined): TurnModels {
  const { own, small, named = exactly } = models;
  const asked = model === undefined ? { allow: [], firstOf: own } : named(model);
  const [only] = asked.firstOf.length === 0 ? asked.allow : [];
  const main = asked.own ?? only;
  return {
    allow: [...asked.allow, ...small],
    firstOf: asked.firstOf,
    ...(main !== undefined && { own: main }),
  };
}

function exactly(model: string): TurnModels {
  return { allow: [model], firstOf: [] };
}

/** An address without the slash at its end. */
export function withoutSlash(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url;
}

/** An address without the version at its end, for a CLI that adds that by itself. */
function withoutVersion(url: string, version: string): string {
  const plain = withoutSlash(url);
  return plain.endsWith(`/${version}`) ? plain.slice(0, -version.length - 1) : plain;
}

/** An address with the version at its end, for a CLI that doesn't add it. */
export function withVersion(url: string, version: string): string {
  return `${withoutVersion(url, version)}/${version}`;
}

/** Where an agent reaches its model, and the key it presents there. */
export interface ModelAccess {
  readonly baseUrl: string;
  readonly key: string;
}

/** The same for a CLI that adds the version to the address by itself. */
export function unversionedAccess(
  endpoint: TurnRequest['endpoint'],
  { providerUrl }: AgentKeys,
  version: string,
): ModelAccess {
  if ('token' in endpoint) return { baseUrl: endpoint.url, key: endpoint.token };
  const baseUrl = withoutVersion(endpoint.baseUrl ?? providerUrl, version);
  return { baseUrl, key: endpoint.apiKey };
}
