import { type Agent, type AgentReference, agents, parseAgentReference } from '@dragoman/agents';
import { exactVersion } from '@dragoman/agents/internal';
import { DragomanError } from '@dragoman/protocol';

/**
 * One agent in one exact version: a reference to one that Dragoman knows, or an `Agent` of the caller
 * in its own version.
 */
export type AgentVersion = AgentReference | Agent;

/** It becomes part of paths. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

/** Reads `codex` or `codex@0.58.0`. An agent of the caller is taken as it is. */
export function agentVersion(asked: string | Agent): AgentVersion {
  if (typeof asked === 'string') return parseAgentReference(asked);
  exactVersion(asked.version, asked.name);
  if (NAME.test(asked.name)) return asked;
  throw new DragomanError(
    'invalid_request',
    `An agent can't be called ${JSON.stringify(asked.name)}: use letters, digits, "_" and "-".`,
  );
}

/** All that is known about the agent, whichever version was asked for. */
export function agentIn(version: AgentVersion): Agent {
  return 'command' in version ? version : agents[version.name];
}

/** As people write it: `codex@0.58.0`. */
export function nameVersion({ name, version }: Pick<AgentVersion, 'name' | 'version'>): string {
  return `${name}@${version}`;
}
