import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type AgentReference, agentNames } from '@dragoman/agents';
import { DragomanError, errorCode } from '@dragoman/protocol';
import { defaultStateDirectory } from '@dragoman/sandbox';
import { defaultCacheDirectory } from './cache-directory.js';
import { agentsDirectory, installFolder } from './install-folder.js';
import type { InstalledAgent } from './installed-agent.js';
import { isPresent, readInstalled } from './read-installed.js';

/**
 * The install of exactly this version, or `undefined` when there is none that is whole. Rejects with
 * `install_changed` where it is not what was installed, by what the state folder knows of it. A state
 * folder that doesn't know it yet records it as it is.
 */
export async function findInstalled(
  agent: AgentReference,
  cacheDir: string = defaultCacheDirectory(),
  stateDirectory: string = defaultStateDirectory(),
): Promise<InstalledAgent | undefined> {
  const { directory } = installFolder(cacheDir, agent);
  return readInstalled({ agent, directory, stateDirectory });
}

/**
 * Whether this version is there and needs no install. Cheaper than `findInstalled`, because it doesn't look
 * whether it is still what was installed: `startTurn` does.
 */
export async function isInstalled(
  agent: AgentReference,
  cacheDir: string = defaultCacheDirectory(),
  stateDirectory: string = defaultStateDirectory(),
): Promise<boolean> {
  const { directory } = installFolder(cacheDir, agent);
  return isPresent({ agent, directory, stateDirectory });
}

/** A version that is there, but is not what was installed. */
export interface ChangedInstall extends AgentReference {
  /** Which of its files, and what to do about it. */
  readonly problem: string;
}

/** All whole installs in a cache, by agent and then by version. */
export async function listInstalled(
  cacheDir: string = defaultCacheDirectory(),
  stateDirectory: string = defaultStateDirectory(),
): Promise<readonly InstalledAgent[]> {
  const found = await examineInstalls(cacheDir, stateDirectory);
  return found.filter((install) => 'executable' in install);
}

/** Whole installs, and those that were changed, in the same order. */
export async function examineInstalls(
  cacheDir: string = defaultCacheDirectory(),
  stateDirectory: string = defaultStateDirectory(),
): Promise<readonly (InstalledAgent | ChangedInstall)[]> {
  const found: (InstalledAgent | ChangedInstall)[] = [];
  for (const name of agentNames) {
    const versions = await readdir(join(agentsDirectory(cacheDir), name)).catch(() => []);
    for (const version of versions.sort(byVersion)) {
      const agent = { name, version };
      const install = await findInstalled(agent, cacheDir, stateDirectory).catch(
        changedOnly(agent),
      );
      if (install !== undefined) found.push(install);
    }
  }
  return found;
}

function changedOnly(agent: AgentReference): (error: unknown) => ChangedInstall {
  return (error) => {
    if (!(error instanceof DragomanError) || errorCode(error) !== 'install_changed') throw error;
    return { ...agent, problem: error.message };
  };
}

function byVersion(left: string, right: string): number {
  return left.localeCompare(right, 'en', { numeric: true });
}
