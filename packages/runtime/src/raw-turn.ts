import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { AgentCommand, TurnRequest } from '@dragoman/agents';
import { type RunningProcess, realFolder, spawnProcess } from '@dragoman/sandbox';
import { agentIn, agentVersion } from './agent-version.js';
import { checkImages } from './chat/check-images.js';
import { readStdin, withSearchPath } from './chat/turn-command.js';
import { type InstalledAgent, launchOf } from './install/find-installed.js';

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
  const command = agentIn(agentVersion(installed.name)).command(request);
  await checkInputs(request);
  const stdin = await readStdin(command.stdin, cwd);
  await prepareHome(home, command);
  const launch = launchOf(installed);
  return spawnProcess({
    executable: launch.executable,
    args: [...launch.args, ...command.args],
    env: withSearchPath(command.env, installed.searchPath),
    cwd: command.cwd ?? cwd,
    stdin,
    ...(signal && { signal }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
}

/** The CLIs go on without them: some start elsewhere, some only say it to the model. */
async function checkInputs({ cwd, images = [] }: TurnRequest): Promise<void> {
  await realFolder(cwd, 'workspace_missing', 'The workspace');
  await checkImages(images, cwd);
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
