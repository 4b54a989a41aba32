import { join } from 'node:path';
import type { AgentReference } from '@dragoman/agents';

/** Where one version of one agent lies in a cache. */
export interface InstallFolder {
  /** The folder of all versions of the agent. */
  readonly parent: string;
  /** The finished install. It appears whole, by one rename. */
  readonly directory: string;
  readonly lock: string;
}

/** What the name of a lock has after the version. */
export const installLockSuffix = '.lock';

export function agentsDirectory(cacheDir: string): string {
  return join(cacheDir, 'agents');
}

export function installFolder(cacheDir: string, agent: AgentReference): InstallFolder {
  const parent = join(agentsDirectory(cacheDir), agent.name);
  return {
    parent,
    directory: join(parent, agent.version),
    lock: join(parent, `${agent.version}${installLockSuffix}`),
  };
}
