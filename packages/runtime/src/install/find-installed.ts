import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type AgentReference, agentNames } from '@dragoman/agents';
import { defaultCacheDirectory } from './cache-directory.js';
import { readInstalled } from './install-manifest.js';
import { agentsDirectory, installPlace } from './install-place.js';
import type { InstalledAgent } from './installed-agent.js';

/** The install of exactly this version, or `undefined` when there is none that is whole. */
export async function findInstalled(
  agent: AgentReference,
  cacheDir: string = defaultCacheDirectory(),
): Promise<InstalledAgent | undefined> {
  return readInstalled(installPlace(cacheDir, agent).directory, agent);
}

/** All whole installs in a cache, by agent and then by version. */
export async function listInstalled(
  cacheDir: string = defaultCacheDirectory(),
): Promise<readonly InstalledAgent[]> {
  const found: InstalledAgent[] = [];
  for (const name of agentNames) {
    const versions = await readdir(join(agentsDirectory(cacheDir), name)).catch(() => []);
    for (const version of versions.sort(byVersion)) {
      const installed = await findInstalled({ name, version }, cacheDir);
      if (installed !== undefined) found.push(installed);
    }
  }
  return found;
}

function byVersion(left: string, right: string): number {
  return left.localeCompare(right, 'en', { numeric: true });
}
