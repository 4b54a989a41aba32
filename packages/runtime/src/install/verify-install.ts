import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExecutableCandidate, Platform } from '@dragoman/agents';
import { DragomanError, isJsonObject } from '@dragoman/protocol';
import { errorCode } from '@dragoman/protocol/internal';
import { defaultStateDirectory, pathExists, readJsonFile } from '@dragoman/sandbox';
import { type AgentVersion, agentIn } from '../agent-version.js';
import { askVersion } from './ask-version.js';
import type { InstalledAgent } from './find-installed.js';
import { installFailure } from './install-failure.js';
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
  agent: AgentVersion,
  { stateDirectory = defaultStateDirectory(), signal }: VerifyOptions = {},
): Promise<ExecutableCandidate> {
  const modules = join(directory, 'node_modules');
  const candidates = agentIn(agent).executables(await detectPlatform());
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
  agent: AgentVersion,
  installed: InstalledAgent,
  { stateDirectory = defaultStateDirectory(), signal }: VerifyOptions = {},
): Promise<boolean> {
  const { directory } = installed;
  try {
    const read = await readInstalled({ agent, directory, stateDirectory, fully: true });
    if (read === undefined) return false;
  } catch (error) {
    if (errorCode(error) === 'install_changed') return false;
    throw error;
  }
  const answer = await askVersion({ program: installed, directory, stateDirectory, signal });
  return isVersion(answer, agent);
}

function isVersion(answer: string, agent: AgentVersion): boolean {
  return answer.split(/\s+/).includes(agent.version);
}

/**
 * The package with the program for this machine, when npm has left it out of `modules`. Such
 * packages are optional dependencies, so npm says nothing when it could not get one.
 */
async function missingPlatformPackage(
  modules: string,
  agent: AgentVersion,
  candidates: readonly ExecutableCandidate[],
): Promise<string | undefined> {
  const { packageName } = agentIn(agent);
  const manifest = await readJsonFile(join(modules, packageName, 'package.json'), isJsonObject);
  const optional = manifest?.optionalDependencies;
  if (!isJsonObject(optional)) return undefined;
  const wanted = candidates.map(({ path }) => packageOf(path)).find((name) => name in optional);
  if (wanted === undefined || (await pathExists(join(modules, wanted)))) return undefined;
  return wanted;
}

/** The package that a path below `node_modules` lies in; a name with a scope has two parts. */
export function packageOf(path: string): string {
  const parts = path.split('/');
  return parts.slice(0, path.startsWith('@') ? 2 : 1).join('/');
}

/** What this machine is, as far as the choice of a CLI's build goes. */
export async function detectPlatform(): Promise<Platform> {
  const { platform: os, arch } = process;
  if (os !== 'linux' && os !== 'darwin' && os !== 'win32') throw unsupported();
  if (arch !== 'x64' && arch !== 'arm64') throw unsupported();
  return { os, arch, libc: libcOfNode(), avx2: await hasAvx2() };
}

function unsupported(): DragomanError {
  return new DragomanError(
    'platform_unsupported',
    `No agent CLI is published for ${process.platform} on ${process.arch}.`,
  );
}

/** Node's own report names the glibc it runs on; on a musl system there is none to name. */
function libcOfNode(): Platform['libc'] {
  const report: unknown = process.report.getReport();
  const header = isJsonObject(report) ? report.header : undefined;
  const hasGlibc = isJsonObject(header) && header.glibcVersionRuntime !== undefined;
  return process.platform === 'linux' && !hasGlibc ? 'musl' : 'glibc';
}

/** Assumed where the system doesn't say: builds without it are tried next. */
async function hasAvx2(): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const processor = await readFile('/proc/cpuinfo', 'utf8').catch(() => '');
  return processor === '' || /\bavx2\b/.test(processor);
}
