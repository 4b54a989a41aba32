import { join } from 'node:path';
import { type AgentReference, agents, type ExecutableCandidate } from '@dragoman/agents';
import { DragomanError, errorMessage } from '@dragoman/protocol';
import { pathExists, runProcess } from '@dragoman/sandbox';
import { createThrowawayHome } from '../throwaway-home.js';
import { detectPlatform } from './detect-platform.js';
import { installFailure } from './install-failure.js';
import { isUnchanged } from './install-manifest.js';
import { type InstalledAgent, launchOf } from './installed-agent.js';
import { missingPlatformPackage } from './missing-platform-package.js';

/** A first start may unpack itself; on a busy machine that has taken ten seconds. */
const TIMEOUT_MS = 120_000;

/**
 * Finds the program in what npm has brought that answers `--version` with exactly the version asked
 * for. It runs with an empty environment and a HOME that is thrown away, so that nothing of the
 * user's can make a broken program look sound.
 */
export async function verifyInstall(
  directory: string,
  agent: AgentReference,
  signal?: AbortSignal,
): Promise<ExecutableCandidate> {
  const modules = join(directory, 'node_modules');
  const candidates = agents[agent.name].executables(await detectPlatform());
  const answers: string[] = [];
  for (const candidate of candidates) {
    const executable = join(modules, candidate.path);
    if (!(await pathExists(executable))) continue;
    const answer = await askVersion({ executable, kind: candidate.kind }, signal);
    if (isVersion(answer, agent)) return candidate;
    answers.push(`${candidate.path} answered ${JSON.stringify(answer.slice(0, 200))}`);
  }
  const missing = await missingPlatformPackage(modules, agent, candidates);
  if (missing !== undefined) {
    const text = `npm left out ${missing}, which holds the program for this machine: it could not be downloaded or unpacked, or the registry doesn't have it`;
    throw installFailure(agent, { code: '', text });
  }
  const found = answers.length > 0 ? answers.join('; ') : 'npm brought no program for this machine';
  throw new DragomanError(
    'install_unverified',
    `${agent.name}@${agent.version} does not run here: ${found}.`,
  );
}

/** Whether a finished install still has the program that was installed, and it still runs. */
export async function isSound(installed: InstalledAgent, signal?: AbortSignal): Promise<boolean> {
  const unchanged = await isUnchanged(installed).catch(() => false);
  return unchanged && isVersion(await askVersion(installed, signal), installed);
}

function isVersion(answer: string, agent: AgentReference): boolean {
  return answer.split(/\s+/).includes(agent.version);
}

/** What the program says its version is, or why it says nothing. */
async function askVersion(
  program: Pick<InstalledAgent, 'executable' | 'kind'>,
  signal: AbortSignal | undefined,
): Promise<string> {
  const { home, workspace, remove } = await createThrowawayHome();
  const launch = launchOf(program);
  try {
    const result = await runProcess({
      executable: launch.executable,
      args: [...launch.args, '--version'],
      env: { HOME: home, TMPDIR: home, PATH: '/usr/bin:/bin' },
      cwd: workspace,
      timeoutMs: TIMEOUT_MS,
      maxOutputBytes: 1_000_000,
      ...(signal && { signal }),
    });
    return result.stdout.trim() || result.stderr.trim() || `nothing (${result.reason})`;
  } catch (error) {
    return errorMessage(error);
  } finally {
    await remove();
    // An answer that was cut short says nothing about the program.
    signal?.throwIfAborted();
  }
}
