import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExecutableCandidate, PinnedInstall, PinnedPackage } from '@dragoman/agents';
import { isJsonObject, parseJson } from '@dragoman/protocol';
import { dieWithParent, type ProcessResult, runProcess } from '@dragoman/sandbox';
import { type AgentVersion, agentIn } from '../agent-version.js';
import { findNpm } from './find-npm.js';
import { installFailure, type NpmFailure, npmFailure, unpackFailure } from './install-failure.js';
import { npmEnvironment } from './npm-environment.js';
import { detectPlatform, packageOf } from './verify-install.js';

/** Half a gigabyte over a slow line takes its time; an npm that hangs must end some day. */
const INSTALL_TIMEOUT_MS = 30 * 60 * 1000;
const VIEW_TIMEOUT_MS = 15_000;

const INSTALL = [
  'install',
  '--json',
  '--no-save',
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  // A package's install scripts would run as the user, with the user's network and files.
  '--ignore-scripts',
  // The programs themselves are optional dependencies, one per platform.
  '--include=optional',
  '--no-global',
  // An older agent's dependencies may have moved on to a newer Node than they need.
  '--no-engine-strict',
  // What could not be unpacked is only a warning.
  '--loglevel=warn',
];

/**
 * Lets npm put one exact version of an agent's package into `directory/node_modules`. A pinned version
 * is installed by a lock file, so that npm itself refuses what has another hash.
 */
export async function npmInstall(
  directory: string,
  agent: AgentVersion,
  signal?: AbortSignal,
): Promise<void> {
  const run = (args: readonly string[], timeoutMs: number) =>
    runNpm(args, { cwd: directory, timeoutMs, ...(signal && { signal }) });
  const { packageName } = agentIn(agent);
  const wanted = await writeLock(directory, agent);
  const result = await run([...INSTALL, '--prefix', directory, ...wanted], INSTALL_TIMEOUT_MS);
  const succeeded = result.reason === 'exited' && result.exitCode === 0;
  const failure = succeeded ? unpackFailure(result) : npmFailure(result);
  if (failure === undefined) return;
  if (failure.code !== 'ETARGET') throw installFailure(agent, failure);
  // With this prefix npm reads no settings of a project that lies around it.
  const asked = ['view', '--prefix', directory, packageName, 'dist-tags', '--json'];
  const view = await run(asked, VIEW_TIMEOUT_MS);
  throw installFailure(agent, withNewest(failure, view));
}

/** Puts down what is pinned, and says what else npm needs to install it. */
async function writeLock(directory: string, agent: AgentVersion): Promise<readonly string[]> {
  const { packageName, pinned, executables } = agentIn(agent);
  if (pinned?.version !== agent.version) {
    return ['--no-package-lock', `${packageName}@${agent.version}`];
  }
  const { manifest, lock }: PinnedLock = pinnedLock(
    packageName,
    pinned,
    executables(await detectPlatform()),
  );
  await writeFile(join(directory, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(directory, 'package-lock.json'), JSON.stringify(lock));
  return ['--package-lock'];
}

interface NpmRun {
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

async function runNpm(args: readonly string[], run: NpmRun): Promise<ProcessResult> {
  const npm = { executable: process.execPath, args: [await findNpm(), ...args] };
  // An npm that nobody waits for would go on to download for minutes.
  const launch = await dieWithParent(npm);
  return runProcess({ ...launch, env: await npmEnvironment(), ...run });
}

/** Somebody who asked for a version that doesn't exist wants to know which one does. */
function withNewest(failure: NpmFailure, view: ProcessResult): NpmFailure {
  const tags = parseJson(view.stdout);
  const newest = tags.ok && isJsonObject(tags.value) ? tags.value.latest : undefined;
  if (typeof newest !== 'string') return failure;
  return { ...failure, text: `${failure.text} The newest is ${newest}.` };
}

/** What npm is given to install exactly what is pinned. */
interface PinnedLock {
  /** For `package.json`. */
  readonly manifest: Readonly<Record<string, unknown>>;
  /** For `package-lock.json`. */
  readonly lock: Readonly<Record<string, unknown>>;
}

const NAME = 'dragoman-agent';

/**
 * A lock file of the pinned packages: npm refuses a package that has another hash. The package with the
 * program for this machine is asked for by name, because npm passes in silence over an optional one
 * that it can't have.
 */
function pinnedLock(
  packageName: string,
  pinned: PinnedInstall,
  candidates: readonly ExecutableCandidate[],
): PinnedLock {
  const main = pinned.packages[pathOf(packageName)];
  const optional = main?.optionalDependencies ?? {};
  const program = candidates
    .map(({ path }) => packageOf(path))
    .find((name) => name in optional && pathOf(name) in pinned.packages);
  const dependencies = {
    [packageName]: pinned.version,
    ...(program !== undefined && { [program]: optional[program] }),
  };
  const packages = Object.entries(pinned.packages).map(([path, pinnedPackage]) =>
    program !== undefined && path === pathOf(program)
      ? [path, required(pinnedPackage)]
      : [path, pinnedPackage],
  );
  return {
    manifest: { name: NAME, private: true, dependencies },
    lock: {
      name: NAME,
      lockfileVersion: 3,
      requires: true,
      packages: { '': { name: NAME, dependencies }, ...Object.fromEntries(packages) },
    },
  };
}

/** Where a package lies that nothing else keeps from the top. */
export function pathOf(packageName: string): string {
  return `node_modules/${packageName}`;
}

function required({ optional: _optional, ...pinnedPackage }: PinnedPackage): PinnedPackage {
  return pinnedPackage;
}
