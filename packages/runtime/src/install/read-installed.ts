import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import type { AgentVersion } from '../agent-version.js';
import type { InstalledAgent } from './find-installed.js';
import {
  type InstallManifest,
  type InstallRecords,
  installRecords,
  isManifest,
  type OldManifest,
  readContents,
  readManifest,
  takeInventory,
  writeManifest,
} from './install-manifest.js';
import { differences, hashFile, hashText, listContents, stampTree } from './install-tree.js';

/** An install, whose records lie in a state folder. */
interface InstallToRead {
  readonly agent: AgentVersion;
  readonly directory: string;
  readonly stateDirectory: string;
  /** Reads all its contents again. Default: only where they look as if they had changed. */
  readonly fully?: boolean;
}

/** Whether there is an install, and its program is whole by its size. What it is has to be asked before it runs. */
export async function isPresent({
  agent,
  directory,
  stateDirectory,
}: InstallToRead): Promise<boolean> {
  const own = await readManifest(directory, agent);
  if (own === undefined) return false;
  const record = await installRecords(stateDirectory).read(agent, directory);
  return isIntact(directory, record ?? own);
}

/**
 * The install in a folder, or `undefined` when there is none or it is damaged. Rejects with
 * `install_changed` where it is not what was installed: then nothing of it may be run.
 */
export async function readInstalled(install: InstallToRead): Promise<InstalledAgent | undefined> {
  const { agent, directory } = install;
  const own = await readManifest(directory, agent);
  if (own === undefined) return undefined;
  const records = installRecords(install.stateDirectory);
  const record = await records.read(agent, directory);
  // Where there is a record, what the install says about itself is not asked.
  if (!(await isIntact(directory, record ?? own))) return undefined;
  const known = record ?? (await takeOver(install, own, records));
  if (record !== undefined || install.fully) await checkContents(install, known, records);
  const modules = join(directory, 'node_modules');
  return {
    name: agent.name,
    version: agent.version,
    directory,
    executable: join(modules, known.executable.path),
    kind: known.executable.kind,
    searchPath: (known.executable.searchPath ?? []).map((path) => join(modules, path)),
    trust: known.trust,
  };
}

async function checkContents(
  { agent, directory, fully = false }: InstallToRead,
  known: InstallManifest,
  records: InstallRecords,
): Promise<void> {
  const stamp = stampTree(directory, known.watched);
  if (stamp === known.stamp && !fully) return;
  const contents = await listContents(directory, known.watched);
  if (hashText(contents) !== known.contents) {
    const before = await records.contents(agent, directory);
    throw changed(agent, directory, differences(before, contents));
  }
  if (stamp !== known.stamp) records.restamp(directory, known, stamp);
}

/**
 * Records an install that this state folder doesn't know, as it is: one from before there were records,
 * or made for another state folder. What it says about itself must be true, which one of the older form
 * shows by its program's content.
 */
async function takeOver(
  { agent, directory }: InstallToRead,
  own: OldManifest | InstallManifest,
  records: InstallRecords,
): Promise<InstallManifest> {
  if (isManifest(own) && stampTree(directory, own.watched) === own.stamp) {
    const contents = await readContents(directory);
    const manifest = { ...own, trust: 'first_use' } as const;
    if (hashText(contents) === own.contents) {
      records.write(agent, directory, { manifest, contents });
      return manifest;
    }
  }
  const { executable, sha256 } = own;
  const program = join('node_modules', executable.path);
  if ((await hashFile(join(directory, program))) !== sha256) {
    throw changed(agent, directory, [program]);
  }
  const packages = isManifest(own) ? own.packages : {};
  const inventory = await takeInventory(
    directory,
    agent,
    { path: executable.path, kind: executable.kind, searchPath: executable.searchPath ?? [] },
    { trust: 'first_use', packages },
  );
  if (isManifest(own) && inventory.manifest.contents !== own.contents) {
    const before = await readContents(directory);
    throw changed(agent, directory, differences(before, inventory.contents));
  }
  records.write(agent, directory, inventory);
  // For the next state folder. A cache that can't be written has to be read again there.
  await writeManifest(directory, inventory).catch(() => {});
  return inventory.manifest;
}

/** Whether the program is there, whole by its size, and can be run. */
async function isIntact(directory: string, known: OldManifest): Promise<boolean> {
  const executable = join(directory, 'node_modules', known.executable.path);
  try {
    // Node reads a script; only a native program must be executable.
    await access(executable, known.executable.kind === 'native' ? constants.X_OK : constants.R_OK);
    const status = await stat(executable);
    return status.isFile() && status.size === known.bytes;
  } catch {
    return false;
  }
}

const MOST_NAMED = 3;

function changed(
  { name, version }: AgentVersion,
  directory: string,
  paths: readonly string[],
): DragomanError {
  const named = paths.slice(0, MOST_NAMED).map((path) => join(directory, path));
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : '';
  return new DragomanError(
    'install_changed',
    `${name}@${version} is not what was installed: ${named.join(', ') || directory}${more} changed. It is not run. Install it anew: dragoman agents install ${name}@${version}`,
  );
}
