import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { type AgentCommand, agents, type TurnRequest } from '@dragoman/agents';
import { type InstalledAgent, launchOf } from './install/installed-agent.js';
import { type RunningProcess, spawnProcess } from './process/spawn-process.js';

export interface RawTurnOptions extends Omit<TurnRequest, 'version'> {
  readonly installed: InstalledAgent;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/**
 * Starts one turn of an installed agent and gives what it writes, byte by byte, uninterpreted. The
 * agent sees its HOME, its workspace, the endpoint's token and nothing else of this process.
 */
export async function startRawTurn(options: RawTurnOptions): Promise<RunningProcess> {
  const { installed, signal, timeoutMs, ...request } = options;
  const command = agents[installed.name].command({ ...request, version: installed.version });
  await prepareHome(options.home, command);
  const launch = launchOf(installed);
  return spawnProcess({
    executable: launch.executable,
    args: [...launch.args, ...command.args],
    env: withSearchPath(command.env, installed.searchPath),
    cwd: options.cwd,
    stdin: command.stdin,
    ...(signal && { signal }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
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
