import { join } from 'node:path';
import type { PinnedInstall } from '@dragoman/agents';
import { DragomanError, isJsonObject } from '@dragoman/protocol';
import { readJsonFile } from '@dragoman/sandbox';
import { type AgentVersion, agentIn } from '../agent-version.js';

/**
 * Why the packages of an install are trusted. `pinned`: all have the hashes in Dragoman's sources.
 * `first_use`: some are only known from their first install here.
 */
export type InstallTrust = 'pinned' | 'first_use';

/** The packages that npm has installed, as `name@version`, with their hashes. */
type PackageHashes = Readonly<Record<string, string>>;

export interface CheckedPackages {
  readonly trust: InstallTrust;
  readonly packages: PackageHashes;
}

/** What npm notes of a package that it has unpacked, after it has compared the hash. */
interface NotedPackage {
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
}

/**
 * Compares what npm has installed in `directory` with what is pinned, or with what an earlier install
 * of the same version had. Nothing of it has run yet. Rejects with `install_integrity`.
 */
export async function checkPackages(
  directory: string,
  agent: AgentVersion,
  earlier: PackageHashes | undefined,
): Promise<CheckedPackages> {
  const noted = await readNotes(directory, agent);
  const { pinned, packageName } = agentIn(agent);
  const packages = hashesOf(noted);
  if (pinned?.version === agent.version) {
    if (!noted.some(({ name }) => name === packageName)) throw unnoted(agent);
    const unknown = noted.filter((one) => !isPinned(one, pinned, agent));
    compareWith(earlier, hashesOf(unknown), agent);
    return { trust: unknown.length === 0 ? 'pinned' : 'first_use', packages };
  }
  compareWith(earlier, packages, agent);
  return { trust: 'first_use', packages };
}

function hashesOf(noted: readonly NotedPackage[]): PackageHashes {
  return Object.fromEntries(
    noted.map(({ name, version, integrity }) => [`${name}@${version}`, integrity]),
  );
}

function compareWith(
  earlier: PackageHashes | undefined,
  packages: PackageHashes,
  agent: AgentVersion,
): void {
  for (const [name, before] of Object.entries(earlier ?? {})) {
    const now = packages[name];
    if (now === undefined || now === before) continue;
    throw refused(
      agent,
      `${name} has the hash ${now}, and had ${before} when it was first installed here`,
    );
  }
}

/** Whether it is what is pinned. `false` where that isn't known; another is refused. */
function isPinned(
  { path, name, version, integrity }: NotedPackage,
  pinned: PinnedInstall,
  agent: AgentVersion,
): boolean {
  const expected = pinned.packages[path];
  if (expected === undefined) {
    if (pinned.unknown.includes(path.slice('node_modules/'.length))) return false;
    throw refused(agent, `it brought ${name}@${version}, which is no part of it`);
  }
  if (expected.integrity === integrity && expected.version === version) return true;
  throw refused(
    agent,
    `${name}@${version} has the hash ${integrity || 'of nothing'}, and ${expected.version} with ${expected.integrity} is expected`,
  );
}

async function readNotes(directory: string, agent: AgentVersion): Promise<readonly NotedPackage[]> {
  const file = join(directory, 'node_modules', '.package-lock.json');
  const packages = (await readJsonFile(file, isJsonObject))?.packages;
  if (!isJsonObject(packages)) throw unnoted(agent);
  return Object.entries(packages).map(([path, entry]) => {
    const { name, version, integrity } = isJsonObject(entry) ? entry : {};
    return {
      path,
      name: typeof name === 'string' ? name : path.slice(path.lastIndexOf('node_modules/') + 13),
      version: String(version ?? ''),
      integrity: typeof integrity === 'string' ? integrity : '',
    };
  });
}

function unnoted(agent: AgentVersion): DragomanError {
  return refused(agent, "npm left no note of the packages' hashes");
}

function refused({ name, version }: AgentVersion, why: string): DragomanError {
  return new DragomanError(
    'install_integrity',
    `${name}@${version} was not installed: ${why}. Nothing of it was run. Check which registry npm asks (npm config get registry); where it is a mirror, its copy is not the original.`,
  );
}
