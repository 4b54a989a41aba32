import { type AgentReference, exactVersion } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { makeFolder } from '@dragoman/sandbox';
import { defaultCacheDirectory } from './cache-directory.js';
import { fileFailure } from './install-failure.js';
import { withLock } from './install-lock.js';
import { readInstalled, writeManifest } from './install-manifest.js';
import { type InstallPlace, installPlace } from './install-place.js';
import { type InstallProgress, watchSize } from './install-progress.js';
import type { InstalledAgent } from './installed-agent.js';
import { npmInstall } from './npm-install.js';
import { createPartial, removeAbandonedPartials } from './partial-install.js';
import { isSound, verifyInstall } from './verify-install.js';

export interface InstallOptions {
  readonly agent: AgentReference;
  /** Default: `$DRAGOMAN_CACHE`, or `dragoman` in the user's cache folder. */
  readonly cacheDir?: string;
  /**
   * Also proves an install that is there: its program must have the content that was installed and
   * answer `--version`. Takes about a second. Default: a look at the program's size.
   */
  readonly verify?: boolean;
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
  const place = installPlace(options.cacheDir ?? defaultCacheDirectory(), agent);
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
  place: InstallPlace,
  { agent, verify, signal }: InstallOptions,
  report: Report,
): Promise<InstalledAgent | undefined> {
  const present = await readInstalled(place.directory, agent);
  if (present === undefined || !verify) return present;
  report('verifying');
  return (await isSound(present, signal)) ? present : undefined;
}

async function installUnderLock(
  place: InstallPlace,
  options: InstallOptions,
  report: Report,
): Promise<InstalledAgent> {
  const { agent, signal } = options;
  const find = () => findPresent(place, options, report);
  // While we waited, somebody may have done it.
  const present = await find();
  if (present !== undefined) return present;
  if ((await readInstalled(place.directory, agent)) !== undefined) report('replacing');

  await removeAbandonedPartials(place);
  const partial = await createPartial(place);
  try {
    await download(partial.stage, agent, { signal, report });
    report('verifying');
    const executable = await verifyInstall(partial.stage, agent, signal);
    await writeManifest(partial.stage, agent, executable);
    await partial.putInPlace(async () => (await find()) !== undefined);
    report('done');
  } finally {
    await partial.remove();
  }
  const installed = await readInstalled(place.directory, agent);
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
