import { dirname, join } from 'node:path';
import { DragomanError, isJsonObject, type JsonObject } from '@dragoman/protocol';
import { errorCode, errorMessage } from '@dragoman/protocol/internal';
import { findNpm } from '@dragoman/runtime/internal';
import {
  defaultStateDirectory,
  findProgram,
  programDistrust,
  readJsonFile,
  runProcess,
  systemPath,
  userGitSettings,
} from '@dragoman/sandbox';
import type { FoundProgram } from './diagnosis.js';

const LONGEST_MS = 10_000;

/** The programs that Dragoman uses. Node is listed only if it must not be run. */
export async function findPrograms(): Promise<FoundProgram[]> {
  const distrust = programDistrust(process.execPath);
  return Promise.all([
    ...(distrust === undefined
      ? []
      : [described('node', 'runs Dragoman', async () => refuse(distrust))]),
    described('npm', 'installs agents', npmVersion),
    described('git', 'agents work with it', gitVersion).then(withIdentity),
  ]);
}

/** Without a name and an address no agent can commit. */
function withIdentity(git: FoundProgram): FoundProgram {
  const { hasIdentity } = userGitSettings({ workspace: defaultStateDirectory() });
  if (git.version === undefined || hasIdentity) return git;
  const note =
    'git has no name and address for you, so agents can\'t commit: git config --global user.name "…"; git config --global user.email "…"';
  return { ...git, note };
}

/** A program that must not be run comes with the reason. */
async function described(
  name: string,
  use: string,
  find: () => Promise<string | undefined>,
): Promise<FoundProgram> {
  try {
    return { name, version: await find(), use };
  } catch (error) {
    return { name, version: undefined, use, problem: errorMessage(error) };
  }
}

function refuse(why: string): never {
  throw new DragomanError(
    'program_untrusted',
    `${process.execPath} could be an agent's: ${why}. Run Dragoman with another Node.`,
  );
}

/** The version of the npm that installs agents. */
async function npmVersion(): Promise<string | undefined> {
  const script = await findNpm().catch((error: unknown) => {
    if (errorCode(error) === 'npm_missing') return undefined;
    throw error;
  });
  if (script === undefined) return undefined;
  const manifest = await readJsonFile(join(dirname(script), '..', 'package.json'), isManifest);
  return manifest?.version ?? 'unknown';
}

async function gitVersion(): Promise<string | undefined> {
  const executable = await findProgram('git');
  if (executable === undefined) return undefined;
  const env = { PATH: systemPath() };
  const args = ['--version'];
  const { stdout } = await runProcess({ executable, args, env, cwd: '/', timeoutMs: LONGEST_MS });
  return /\d[\d.]*\d/.exec(stdout)?.[0] ?? 'unknown';
}

function isManifest(value: unknown): value is JsonObject & { version: string } {
  return isJsonObject(value) && typeof value.version === 'string';
}
