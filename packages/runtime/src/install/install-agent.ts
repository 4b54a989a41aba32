import { type AgentReference, exactVersion } from '@dragoman/agents';
import { DragomanError, errorCode } from '@dragoman/protocol';
import { defaultStateDirectory, makeFolder, pathExists } from '@dragoman/sandbox';
import { defaultCacheDirectory } from './cache-directory.js';
import { checkPackages } from './check-packages.js';
import { fileFailure } from './install-failure.js';
import { type InstallFolder, installFolder } from './install-folder.js';
import { withLock } from './install-lock.js';
import { takeInventory, writeManifest } from './install-manifest.js';
import { type InstallProgress, watchSize } from './install-progress.js';
import { installRecords } from './install-record.js';
import type { InstalledAgent } from './installed-agent.js';
import { npmInstall } from './npm-install.js';
import { createPartial, removeAbandonedPartials } from './partial-install.js';
import { readInstalled } from './read-installed.js';
import { isSound, verifyInstall } from './verify-install.js';

export interface InstallOptions {
  readonly agent: AgentReference;
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
  const place = installFolder(options.cacheDir ?? defaultCacheDirectory(), agent);
  const report: Report = (phase, bytes = 0) => options.onProgress?.({ ...agent, phase, bytes });
  try {
    const present = await findPresent(place, options, report);
    if (present !== undefined) return present;
    makeFolder(place.parent, 0o777);
    const lock = { signal, onWait: () => report('waiting') };
    return await withLock(place.lock, lock, () => installUnderLock(place, options, report));
  } catch (error) {
    if (signal?.aborted) throw aborted(agent, error);
    throw fileFailure(agent, error);
  }
}

type Report = (phase: InstallProgress['phase'], bytes?: number) => void;

/** The install that is there, if it is as good as was asked for. */
async function findPresent(
  place: InstallFolder,
  options: InstallOptions,
  report: Report,
): Promise<InstalledAgent | undefined> {
  const { verify, again, signal } = options;
  if (again) return undefined;
  const present = await (verify ? readSound(place, options) : read(place, options));
  if (present === undefined || !verify) return present;
  report('verifying');
  const { stateDirectory } = whereOf(place, options);
  return (await isSound(present, { stateDirectory, signal })) ? present : undefined;
}

function whereOf({ directory }: InstallFolder, { agent, stateDirectory }: InstallOptions) {
  return { agent, directory, stateDirectory: stateDirectory ?? defaultStateDirectory() };
}

function read(place: InstallFolder, options: InstallOptions): Promise<InstalledAgent | undefined> {
  return readInstalled(whereOf(place, options));
}

/** The same, where one that was changed will be made anew. */
async function readSound(
  place: InstallFolder,
  options: InstallOptions,
): Promise<InstalledAgent | undefined> {
  try {
    return await read(place, options);
  } catch (error) {
    if (errorCode(error) === 'install_changed') return undefined;
    throw error;
  }
}

async function installUnderLock(
  place: InstallFolder,
  options: InstallOptions,
  report: Report,
): Promise<InstalledAgent> {
  const { agent, signal } = options;
  // While we waited, somebody may have done it.
  const present = await findPresent(place, options, report);
  if (present !== undefined) return present;
  if (await pathExists(place.directory)) report('replacing');

  await removeAbandonedPartials(place);
  const partial = await createPartial(place);
  try {
    await download(partial.stage, agent, { signal, report });
    report('verifying');
    const { stateDirectory, directory } = whereOf(place, options);
    const records = installRecords(stateDirectory);
    const earlier = await records.read(agent, directory);
    const checked = await checkPackages(partial.stage, agent, earlier?.packages);
    const executable = await verifyInstall(partial.stage, agent, { stateDirectory, signal });
    const inventory = await takeInventory(partial.stage, agent, executable, checked);
    await writeManifest(partial.stage, inventory);
    // What is recorded holds for whatever lies there from now on.
    records.write(agent, directory, inventory);
    await partial.putInstall(
      async () => !options.again && (await readSound(place, options)) !== undefined,
    );
    report('done');
  } finally {
    await partial.remove();
  }
  const installed = await read(place, options);
  if (installed !== undefined) return installed;
  throw new DragomanError('install_failed', `${place.directory} vanished after it was installed.`);
}

async function download(
  stage: string,
  agent: AgentReference,
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

function aborted(agent: AgentReference, cause: unknown): DragomanError {
  const message = `Installing ${agent.name}@${agent.version} was stopped. Run it again to go on.`;
  return new DragomanError('install_aborted', message, { cause });
}
