import { access, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type AgentReference, agents, type ExecutableCandidate } from '@dragoman/agents';
import { DragomanError, errorMessage } from '@dragoman/protocol';
import { runProcess } from '../process/run-process.js';
import { detectPlatform } from './detect-platform.js';
import { launchOf } from './installed-agent.js';

/** A first start may unpack itself; on a busy machine that has taken ten seconds. */
const TIMEOUT_MS = 120_000;

/**
 * Finds the program in an install that answers `--version` with exactly the version asked for. It
 * runs with an empty environment and a HOME that is thrown away, so that nothing of the user's can
 * make a broken program look sound.
 */
export async function verifyInstall(
  directory: string,
  agent: AgentReference,
  signal?: AbortSignal,
): Promise<ExecutableCandidate> {
  const answers: string[] = [];
  for (const candidate of agents[agent.name].executables(await detectPlatform())) {
    const executable = join(directory, 'node_modules', candidate.path);
    if (!(await exists(executable))) continue;
    const answer = await askVersion(directory, { ...candidate, path: executable }, signal);
    if (answer.split(/\s+/).includes(agent.version)) return candidate;
    answers.push(`${candidate.path} answered ${JSON.stringify(answer.slice(0, 200))}`);
  }
  const found = answers.length > 0 ? answers.join('; ') : 'npm brought no program for this machine';
  throw new DragomanError(
    'install_unverified',
    `${agent.name}@${agent.version} does not run here: ${found}.`,
  );
}

/** What the program says its version is, or why it says nothing. */
async function askVersion(
  directory: string,
  program: ExecutableCandidate,
  signal: AbortSignal | undefined,
): Promise<string> {
  const home = join(directory, 'verify-home');
  await mkdir(home, { recursive: true });
  const launch = launchOf({ executable: program.path, kind: program.kind });
  try {
    const result = await runProcess({
      executable: launch.executable,
      args: [...launch.args, '--version'],
      env: { HOME: home, TMPDIR: home, PATH: '/usr/bin:/bin' },
      cwd: home,
      timeoutMs: TIMEOUT_MS,
      maxOutputBytes: 1_000_000,
      ...(signal && { signal }),
    });
    return result.stdout.trim() || result.stderr.trim() || `nothing (${result.reason})`;
  } catch (error) {
    return errorMessage(error);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
