import { join } from 'node:path';
import { type AgentLogin, agents, type VendorLogin } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { reasonOf } from '@dragoman/protocol/internal';
import {
  defaultStateDirectory,
  loadsCode,
  makeFolder,
  removeTree,
  runInTerminal,
  systemPath,
} from '@dragoman/sandbox';
import { type InstalledAgent, launchOf } from '../install/find-installed.js';
import { agentLogin } from './agent-login.js';
import { vendorFolder } from './login-store.js';
import { readPlainFile } from './read-plain-file.js';

export interface VendorLoginOptions {
  readonly program: Pick<InstalledAgent, 'name' | 'executable' | 'kind'>;
  /** The user's environment, of which the CLI gets what a browser needs, and no key. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stateDirectory?: string | undefined;
  readonly signal?: AbortSignal;
}

const LARGEST_BYTES = 1024 * 1024;

/**
 * Runs the login of an agent's own CLI in the terminal of this process, with a folder for its settings
 * that no agent has seen and of which nothing stays. Resolves to the login, or to nothing where the CLI
 * only prints a token, which the user has to hand over.
 */
export async function runVendorLogin(
  options: VendorLoginOptions,
): Promise<VendorLogin | undefined> {
  const { program, env, stateDirectory = defaultStateDirectory(), signal } = options;
  const login = agentLogin(program.name);
  const folder = vendorFolder(stateDirectory, program.name);
  const launch = launchOf(program);
  // What a login that was killed has left holds a token.
  await removeTree(folder);
  makeFolder(folder);
  try {
    const exitCode = await runInTerminal({
      executable: launch.executable,
      args: [...launch.args, ...login.args],
      env: { ...withoutKeys(env), PATH: systemPath(), [login.folderVariable]: folder },
      cwd: folder,
      ...(signal && { signal }),
    });
    signal?.throwIfAborted();
    if (exitCode !== 0) throw failed(program.name, login, exitCode);
    return login.file === undefined
      ? undefined
      : login.read(readMade(join(folder, login.file), program.name, login));
  } finally {
    await removeTree(folder);
  }
}

/** Nothing that names a key, another address or other folders, or that says what code runs. */
function withoutKeys(env: VendorLoginOptions['env']): Record<string, string> {
  const ofVendors = /^(CODEX|OPENAI|CLAUDE|ANTHROPIC|GEMINI|GOOGLE|OPENCODE|DRAGOMAN|AWS)_/;
  const keys = new Set(Object.values(agents).flatMap((agent) => agent.keys.keyVariables));
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined &&
      !loadsCode(entry[0]) &&
      !ofVendors.test(entry[0]) &&
      !keys.has(entry[0]),
  );
  return Object.fromEntries(kept);
}

/** The text of the file that the CLI has made. */
function readMade(path: string, agent: string, login: AgentLogin): string {
  try {
    const text = readPlainFile(path, LARGEST_BYTES);
    if (text !== undefined) return text;
  } catch (cause) {
    const message = `The login of ${agent} is not kept: ${path}: ${reasonOf(cause)}.`;
    throw new DragomanError('login_failed', message, { cause });
  }
  throw failed(agent, login, 0);
}

function failed(agent: string, { args }: AgentLogin, exitCode: number | null): DragomanError {
  const how = exitCode === null ? 'a signal ended it' : `exit code ${exitCode}`;
  return new DragomanError(
    'login_failed',
    `\`${agent} ${args[0]}\` gave no login (${how}). Nothing was kept.`,
  );
}
