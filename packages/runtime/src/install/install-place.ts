import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { AgentReference } from '@dragoman/agents';

/** Where one version of one agent lies in a cache. */
export interface InstallPlace {
  /** The folder of all versions of the agent. */
  readonly parent: string;
  /** The finished install. It appears whole, by one rename. */
  readonly directory: string;
  readonly lock: string;
}

export function agentsDirectory(cacheDir: string): string {
  return join(cacheDir, 'agents');
}

export function installPlace(cacheDir: string, agent: AgentReference): InstallPlace {
  const parent = join(agentsDirectory(cacheDir), agent.name);
  return {
    parent,
    directory: join(parent, agent.version),
    lock: join(parent, `${agent.version}.lock`),
  };
}

/** A folder of one's own beside the install: half-done work that nobody takes for finished. */
export function partialDirectory(place: InstallPlace): string {
  return `${place.directory}.partial-${randomUUID()}`;
}

/** Whether `name`, in `place.parent`, is half-done work on the version that `place` is for. */
export function isPartialOf(place: InstallPlace, name: string): boolean {
  return join(place.parent, name).startsWith(`${place.directory}.partial-`);
}
