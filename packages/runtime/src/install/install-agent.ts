import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type AgentReference, exactVersion } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { defaultCacheDirectory } from './cache-directory.js';
import { fileFailure } from './install-failure.js';
import { withLock } from './install-lock.js';
import { readInstalled, writeManifest } from './install-manifest.js';
import { type InstallPlace, installPlace, isPartialOf, partialDirectory } from './install-place.js';
import { type InstallProgress, watchSize } from './install-progress.js';
import type { InstalledAgent } from './installed-agent.js';
import { npmInstall } from './npm-install.js';
import { verifyInstall } from './verify-install.js';

export interface InstallOptions {
  readonly agent: AgentReference;
  /** Default: `$DRAGOMAN_CACHE`, or `dragoman` in the user's cache folder. */
  readonly cacheDir?: string;
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
  const report = (phase: InstallProgress['phase'], bytes = 0) =>
    options.onProgress?.({ ...agent, phase, bytes });

  const present = await readInstalled(place.directory, agent);
  if (present !== undefined) return present;
  try {
    await mkdir(place.parent, { recursive: true });
    const lock = { signal, onWait: () => report('waiting') };
    return await withLock(place.lock, lock, () => installUnderLock(place, options, report));
  } catch (error) {
    if (signal?.aborted) throw aborted(agent, error);
    throw fileFailure(agent, error);
  }
}

type Report = (phase: InstallProgress['phase'], bytes?: number) => void;

async function installUnderLock(
  place: InstallPlace,
  options: InstallOptions,
  report: Report,
): Promise<InstalledAgent> {
  const { agent, signal } = options;
  // While we waited, somebody may have done it.
  const present = await readInstalled(place.directory, agent);
  if (present !== undefined) return present;

  await removePartials(place);
  const stage = partialDirectory(place);
  try {
    await mkdir(stage);
    await download(stage, agent, { signal, report });
    report('verifying');
    const executable = await verifyInstall(stage, agent, signal);
    await writeManifest(stage, agent, executable);
    await putInPlace(stage, place);
    report('done');
  } finally {
    await rm(stage, { recursive: true, force: true });
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

/** Whatever stands in the place is damaged, else we wouldn't be here: it is moved out of the way. */
async function putInPlace(stage: string, place: InstallPlace): Promise<void> {
  const damaged = partialDirectory(place);
  await rename(place.directory, damaged).catch(() => {});
  try {
    await rename(stage, place.directory);
  } finally {
    await rm(damaged, { recursive: true, force: true });
  }
}

/** What installs that were killed have left behind. */
async function removePartials(place: InstallPlace): Promise<void> {
  const names = await readdir(place.parent);
  const partials = names.filter((name) => isPartialOf(place, name));
  await Promise.all(
    partials.map((name) => rm(join(place.parent, name), { recursive: true, force: true })),
  );
}

function aborted(agent: AgentReference, cause: unknown): DragomanError {
  const message = `Installing ${agent.name}@${agent.version} was stopped. Run it again to go on.`;
  return new DragomanError('install_aborted', message, { cause });
}
