import { DragomanError } from '@dragoman/protocol';
import type { Agent } from './agent.js';
import * as registry from './registry.js';

/** Longer than any version ever published, short enough for a folder name. */
const MAX_VERSION_LENGTH = 64;

export type AgentName = keyof typeof registry;

/** All that Dragoman knows about each CLI, by name. */
export const agents: Readonly<Record<AgentName, Agent>> = registry;

/** The CLIs Dragoman knows, in the order in which people are shown them. */
export const agentNames: readonly AgentName[] = Object.keys(registry).filter(isAgentName);

function isAgentName(name: string): name is AgentName {
  return Object.hasOwn(registry, name);
}

/** One agent CLI in one exact version. */
export interface AgentReference {
  readonly name: AgentName;
  readonly version: string;
}

/** Semantic versioning's own grammar, without build metadata: npm doesn't publish that. */
const EXACT_VERSION =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/;

/**
 * Reads `codex` or `codex@0.58.0`. Only an exact version is accepted: a range or a tag would mean
 * another CLI tomorrow, and the text becomes part of a path and of an npm argument.
 */
export function parseAgentReference(text: string): AgentReference {
  const at = text.indexOf('@');
  const name = agentNamed(at === -1 ? text : text.slice(0, at), text);
  if (at === -1) return { name, version: agents[name].version };
  return { name, version: exactVersion(text.slice(at + 1), name) };
}

/** Checks that a version is exact, such as `0.58.0`. */
export function exactVersion(version: string, name: string): string {
  if (version.length <= MAX_VERSION_LENGTH && EXACT_VERSION.test(version)) return version;
  throw new DragomanError(
    'agent_version_inexact',
    `${quote(version)} is not an exact version of ${name}. Write one like ${name}@${exampleOf(name)}; ranges and tags are not accepted.`,
  );
}

function exampleOf(name: string): string {
  const known = agentNames.find((candidate) => candidate === name);
  return known === undefined ? '1.2.3' : agents[known].version;
}

function agentNamed(name: string, text: string): AgentName {
  const known = agentNames.find((candidate) => candidate === name);
  if (known !== undefined) return known;
  const [example] = agentNames.map((candidate) => `${candidate}@${agents[candidate].version}`);
  throw new DragomanError(
    'agent_unknown',
    `${quote(text)} names no agent. Known agents: ${agentNames.join(', ')}; with a version: ${example}.`,
  );
}

/** Quoted and cut, so that control characters or a whole file by mistake don't reach a terminal. */
function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
