import { join } from 'node:path';
import { type AgentReference, agents, type ExecutableCandidate } from '@dragoman/agents';
import { isJsonObject } from '@dragoman/protocol';
import { pathExists, readJsonFile } from '@dragoman/sandbox';

/**
 * The package with the program for this machine, when npm has left it out of `modules`. Such
 * packages are optional dependencies, so npm says nothing when it could not get one.
 */
export async function missingPlatformPackage(
  modules: string,
  agent: AgentReference,
  candidates: readonly ExecutableCandidate[],
): Promise<string | undefined> {
  const { packageName } = agents[agent.name];
  const manifest = await readJsonFile(join(modules, packageName, 'package.json'), isJsonObject);
  const optional = manifest?.optionalDependencies;
  if (!isJsonObject(optional)) return undefined;
  const wanted = candidates.map(({ path }) => packageOf(path)).find((name) => name in optional);
  if (wanted === undefined || (await pathExists(join(modules, wanted)))) return undefined;
  return wanted;
}

/** The package that a path below `node_modules` lies in; a name with a scope has two parts. */
export function packageOf(path: string): string {
  const parts = path.split('/');
  return parts.slice(0, path.startsWith('@') ? 2 : 1).join('/');
}
