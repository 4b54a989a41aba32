import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AgentReference, agents } from '@dragoman/agents';
import { isJsonObject, parseJson } from '@dragoman/protocol';
import { dieWithParent, type ProcessResult, runProcess } from '@dragoman/sandbox';
import { detectPlatform } from './detect-platform.js';
import { findNpm } from './find-npm.js';
import { installFailure } from './install-failure.js';
import { npmEnvironment } from './npm-environment.js';
import { type NpmFailure, npmFailure, unpackFailure } from './npm-failure.js';
import { type PinnedLock, pinnedLock } from './pinned-lock.js';

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
  // What could not be unpacked is only told as a warning.
  '--loglevel=warn',
];

/**
 * Lets npm put one exact version of an agent's package into `directory/node_modules`. A pinned version
 * is installed by a lock file, so that npm itself refuses what has another hash.
 */
export async function npmInstall(
  directory: string,
  agent: AgentReference,
  signal?: AbortSignal,
): Promise<void> {
  const run = (args: readonly string[], timeoutMs: number) =>
    runNpm(args, { cwd: directory, timeoutMs, ...(signal && { signal }) });
  const { packageName } = agents[agent.name];
  const wanted = await writeLock(directory, agent);
  const result = await run([...INSTALL, '--prefix', directory, ...wanted], INSTALL_TIMEOUT_MS);
  const succeeded = result.reason === 'exited' && result.exitCode === 0;
  const failure = succeeded ? unpackFailure(result) : npmFailure(result);
  if (failure === undefined) return;
  if (failure.code !== 'ETARGET') throw installFailure(agent, failure);
  // With a prefix of ours npm reads no settings of a project that lies around it.
  const asked = ['view', '--prefix', directory, packageName, 'dist-tags', '--json'];
  const view = await run(asked, VIEW_TIMEOUT_MS);
  throw installFailure(agent, withNewest(failure, view));
}

/** Puts down what is pinned, and says what else npm has to be told to install it. */
async function writeLock(directory: string, agent: AgentReference): Promise<readonly string[]> {
  const { packageName, pinned, executables } = agents[agent.name];
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
