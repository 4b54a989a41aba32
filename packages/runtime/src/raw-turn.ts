import { mkdir, stat, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import { type AgentCommand, agents, type TurnRequest } from '@dragoman/agents';
import { DragomanError, errorMessage } from '@dragoman/protocol';
import { type RunningProcess, spawnProcess } from '@dragoman/sandbox';
import { type InstalledAgent, launchOf } from './install/installed-agent.js';
import { readStdin } from './read-stdin.js';

/** Folders may be relative here: to this process's own. */
export interface RawTurnOptions extends Omit<TurnRequest, 'version'> {
  readonly installed: InstalledAgent;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/**
 * Starts one turn of an installed agent and gives what it writes, byte by byte, uninterpreted. The
 * agent sees its HOME, its workspace, the endpoint's token and nothing else of this process.
 *
 * Rejects with a `DragomanError` before anything is started when the agent can't do what is asked,
 * or when the workspace or an image isn't there.
 */
export async function startRawTurn(options: RawTurnOptions): Promise<RunningProcess> {
  const { installed, signal, timeoutMs, ...asked } = options;
  const cwd = resolve(asked.cwd);
  const home = resolve(asked.home);
  const request = { ...asked, cwd, home, version: installed.version };
  const command = agents[installed.name].command(request);
  await checkInputs(request);
  const stdin = await readStdin(command.stdin, cwd);
  await prepareHome(home, command);
  const launch = launchOf(installed);
  return spawnProcess({
    executable: launch.executable,
    args: [...launch.args, ...command.args],
    env: withSearchPath(command.env, installed.searchPath),
    cwd,
    stdin,
    ...(signal && { signal }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
}

/** The CLIs go on without them: some start elsewhere, some tell only the model. */
async function checkInputs({ cwd, images = [] }: TurnRequest): Promise<void> {
  await checkInput(cwd, 'workspace_missing', 'The workspace', 'folder');
  for (const image of images) {
    await checkInput(resolve(cwd, image), 'image_missing', 'The image', 'file');
  }
}

async function checkInput(
  path: string,
  code: string,
  what: string,
  kind: 'folder' | 'file',
): Promise<void> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new DragomanError(code, `${what} ${path} can't be used: ${errorMessage(cause)}`, {
      cause,
    });
  });
  if (kind === 'folder' ? found.isDirectory() : found.isFile()) return;
  throw new DragomanError(code, `${what} ${path} can't be used: it is not a ${kind}.`);
}

async function prepareHome(home: string, command: AgentCommand): Promise<void> {
  for (const directory of command.directories) {
    await mkdir(join(home, directory), { recursive: true, mode: 0o700 });
  }
  for (const [path, content] of Object.entries(command.files)) {
    await mkdir(dirname(join(home, path)), { recursive: true, mode: 0o700 });
    await writeFile(join(home, path), content, { mode: 0o600 });
  }
}

function withSearchPath(env: AgentCommand['env'], folders: readonly string[]): AgentCommand['env'] {
  return { ...env, PATH: [...folders, env.PATH ?? ''].join(delimiter) };
}
