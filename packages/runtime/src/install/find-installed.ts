import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { agentNames } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { errorCode } from '@dragoman/protocol/internal';
import { defaultStateDirectory } from '@dragoman/sandbox';
import type { AgentVersion } from '../agent-version.js';
import type { InstallTrust } from './check-packages.js';
import { agentsDirectory, defaultCacheDirectory, installFolder } from './install-folder.js';
import { isPresent, readInstalled } from './read-installed.js';

/**
 * The install of exactly this version, or `undefined` when there is none that is whole. Rejects with
 * `install_changed` where it is not what was installed, by what the state folder knows of it. A state
 * folder that doesn't know it yet records it as it is.
 */
export async function findInstalled(
  agent: AgentVersion,
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
  agent: AgentVersion,
  cacheDir: string = defaultCacheDirectory(),
  stateDirectory: string = defaultStateDirectory(),
): Promise<boolean> {
  const { directory } = installFolder(cacheDir, agent);
  return isPresent({ agent, directory, stateDirectory });
}

/** A version that is there, but is not what was installed. */
export interface ChangedInstall extends Pick<AgentVersion, 'name' | 'version'> {
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

function changedOnly(agent: AgentVersion): (error: unknown) => ChangedInstall {
  return (error) => {
    if (!(error instanceof DragomanError) || errorCode(error) !== 'install_changed') throw error;
    return { name: agent.name, version: agent.version, problem: error.message };
  };
}

function byVersion(left: string, right: string): number {
  return left.localeCompare(right, 'en', { numeric: true });
}

/** An agent CLI that is ready to run. */
export interface InstalledAgent extends Pick<AgentVersion, 'name' | 'version'> {
  readonly directory: string;
  /** The absolute path of its program. */
  readonly executable: string;
  /** `native` starts by itself, `node` is a script for Node. */
  readonly kind: 'native' | 'node';
  /** Folders that the program expects on its PATH. */
  readonly searchPath: readonly string[];
  /**
   * `pinned`: its packages had the hashes in Dragoman's sources. `first_use`: it is as it was when this
   * state folder first knew it.
   */
  readonly trust: InstallTrust;
}

/** How to start an installed agent's program, whether or not it is native. */
export function launchOf(installed: Pick<InstalledAgent, 'executable' | 'kind'>): {
  executable: string;
  args: string[];
} {
  return installed.kind === 'native'
    ? { executable: installed.executable, args: [] }
    : { executable: process.execPath, args: [installed.executable] };
}
