import { join } from 'node:path';
import { type AgentReference, agents, type ExecutableCandidate } from '@dragoman/agents';
import { DragomanError, errorCode } from '@dragoman/protocol';
import { defaultStateDirectory, pathExists } from '@dragoman/sandbox';
import { askVersion } from './ask-version.js';
import { detectPlatform } from './detect-platform.js';
import { installFailure } from './install-failure.js';
import type { InstalledAgent } from './installed-agent.js';
import { missingPlatformPackage } from './missing-platform-package.js';
import { readInstalled } from './read-installed.js';

interface VerifyOptions {
  readonly stateDirectory?: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Finds the program in what npm has brought that answers `--version` with exactly the version asked
 * for. Nothing of the user's is there to make a broken program look sound.
 */
export async function verifyInstall(
  directory: string,
  agent: AgentReference,
  { stateDirectory = defaultStateDirectory(), signal }: VerifyOptions = {},
): Promise<ExecutableCandidate> {
  const modules = join(directory, 'node_modules');
  const candidates = agents[agent.name].executables(await detectPlatform());
  const answers: string[] = [];
  for (const candidate of candidates) {
    const executable = join(modules, candidate.path);
    if (!(await pathExists(executable))) continue;
    const program = { executable, kind: candidate.kind };
    const answer = await askVersion({ program, directory, stateDirectory, signal });
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

/** Whether a finished install is, byte for byte, the one that was installed, and still runs. */
export async function isSound(
  installed: InstalledAgent,
  { stateDirectory = defaultStateDirectory(), signal }: VerifyOptions = {},
): Promise<boolean> {
  const { name, version, directory } = installed;
  const agent = { name, version };
  try {
    const read = await readInstalled({ agent, directory, stateDirectory, fully: true });
    if (read === undefined) return false;
  } catch (error) {
    if (errorCode(error) === 'install_changed') return false;
    throw error;
  }
  const answer = await askVersion({ program: installed, directory, stateDirectory, signal });
  return isVersion(answer, installed);
}

function isVersion(answer: string, agent: AgentReference): boolean {
  return answer.split(/\s+/).includes(agent.version);
}
