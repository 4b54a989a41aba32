import { exactVersion } from '@dragoman/agents/internal';
import { DragomanError } from '@dragoman/protocol';
import { errorCode } from '@dragoman/protocol/internal';
import { defaultStateDirectory, makeFolder, pathExists } from '@dragoman/sandbox';
import type { AgentVersion } from '../agent-version.js';
import { checkPackages } from './check-packages.js';
import type { InstalledAgent } from './find-installed.js';
import { fileFailure } from './install-failure.js';
import { defaultCacheDirectory, type InstallFolder, installFolder } from './install-folder.js';
import { withLock } from './install-lock.js';
import { installRecords, takeInventory, writeManifest } from './install-manifest.js';
import { type InstallProgress, watchSize } from './install-progress.js';
import { npmInstall } from './npm-install.js';
import { createPartial, removeAbandonedPartials } from './partial-install.js';
import { readInstalled } from './read-installed.js';
import { isSound, verifyInstall } from './verify-install.js';

export interface InstallOptions {
  /** A reference to an agent that Dragoman knows, or an `Agent` in its own version. */
  readonly agent: AgentVersion;
  /** Default: `$DRAGOMAN_CACHE`, or `dragoman` in the user's cache folder. */
  readonly cacheDir?: string;
  /** Where it is recorded what was installed. Default: `$DRAGOMAN_STATE`, or the user's state folder. */
  readonly stateDirectory?: string;
  /**
   * Also proves an install that is there: all its files must have the content that was installed, and
   * its program must answer `--version`. Takes about a second. One that was changed is made anew.
   * Default: a look at the files' sizes and times; one that was changed is an error.
   */
  readonly verify?: boolean;
  /** Makes it anew, whatever is there. */
  readonly again?: boolean;
  readonly onProgress?: (progress: InstallProgress) => void;
  readonly signal?: AbortSignal;
}

/**
 * Makes sure that an exact version of an agent CLI is installed, through npm, and says where.
 *
 * An install that is there and whole is used as it is. A new one is made aside, verified by running
 * it, and moved into place by one rename: whatever is interrupted, nobody ever meets half of it,
 * and the next call starts over from npm's download cache. Processes that ask for the same version
 * at once share one install.
 *
 * @example
 * const codex = await installAgent({ agent: parseAgentReference('codex@0.58.0') });
 */
export async function installAgent(options: InstallOptions): Promise<InstalledAgent> {
  const { agent, signal } = options;
  exactVersion(agent.version, agent.name);
  const folder = installFolder(options.cacheDir ?? defaultCacheDirectory(), agent);
  const report: Report = (phase, bytes = 0) =>
    options.onProgress?.({ name: agent.name, version: agent.version, phase, bytes });
  try {
    const present = await findPresent(folder, options, report);
    if (present !== undefined) return present;
    makeFolder(folder.parent, 0o777);
    const lock = { signal, onWait: () => report('waiting') };
    return await withLock(folder.lock, lock, () => installUnderLock(folder, options, report));
  } catch (error) {
    if (signal?.aborted) throw aborted(agent, error);
    throw fileFailure(agent, error);
  }
}

type Report = (phase: InstallProgress['phase'], bytes?: number) => void;

/** The install that is there, if it is as good as was asked for. */
async function findPresent(
  folder: InstallFolder,
  options: InstallOptions,
  report: Report,
): Promise<InstalledAgent | undefined> {
  const { verify, again, signal } = options;
  if (again) return undefined;
  const present = await (verify ? readSound(folder, options) : read(folder, options));
  if (present === undefined || !verify) return present;
  report('verifying');
  const { stateDirectory } = whereOf(folder, options);
  return (await isSound(options.agent, present, { stateDirectory, signal })) ? present : undefined;
}

function whereOf({ directory }: InstallFolder, { agent, stateDirectory }: InstallOptions) {
  return { agent, directory, stateDirectory: stateDirectory ?? defaultStateDirectory() };
}

function read(folder: InstallFolder, options: InstallOptions): Promise<InstalledAgent | undefined> {
  return readInstalled(whereOf(folder, options));
}

/** The same, where one that was changed will be made anew. */
async function readSound(
  folder: InstallFolder,
  options: InstallOptions,
): Promise<InstalledAgent | undefined> {
  try {
    return await read(folder, options);
  } catch (error) {
    if (errorCode(error) === 'install_changed') return undefined;
    throw error;
  }
}

async function installUnderLock(
  folder: InstallFolder,
  options: InstallOptions,
  report: Report,
): Promise<InstalledAgent> {
  const { agent, signal } = options;
  // While we waited, somebody may have done it.
  const present = await findPresent(folder, options, report);
  if (present !== undefined) return present;
  if (await pathExists(folder.directory)) report('replacing');

  await removeAbandonedPartials(folder);
  const partial = await createPartial(folder);
  try {
    await download(partial.stage, agent, { signal, report });
    report('verifying');
    const { stateDirectory, directory } = whereOf(folder, options);
    const records = installRecords(stateDirectory);
    const earlier = await records.read(agent, directory);
    const checked = await checkPackages(partial.stage, agent, earlier?.packages);
    const executable = await verifyInstall(partial.stage, agent, { stateDirectory, signal });
    const inventory = await takeInventory(partial.stage, agent, executable, checked);
    await writeManifest(partial.stage, inventory);
    // What is recorded holds for whatever lies there from now on.
    records.write(agent, directory, inventory);
    await partial.putInstall(
      async () => !options.again && (await readSound(folder, options)) !== undefined,
    );
    report('done');
  } finally {
    await partial.remove();
  }
  const installed = await read(folder, options);
  if (installed !== undefined) return installed;
  throw new DragomanError('install_failed', `${folder.directory} vanished after it was installed.`);
}

async function download(
  stage: string,
  agent: AgentVersion,
  { signal, report }: { signal: AbortSignal | undefined; report: Report },
): Promise<void> {
  report('downloading');
  const stopWatching = watchSize(stage, (bytes) => report('downloading', bytes));
  try {
    await npmInstall(stage, agent, signal);
  } finally {
    stopWatching();
  }
}

function aborted(agent: AgentVersion, cause: unknown): DragomanError {
  const message = `Installing ${agent.name}@${agent.version} was stopped. Run it again to go on.`;
  return new DragomanError('install_aborted', message, { cause });
}
