import { basename } from 'node:path';
import type { RunCli } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { type ProcessResult, runProcess } from '@dragoman/sandbox';
import { type InstalledAgent, launchOf } from './install/installed-agent.js';

export interface CliRunnerOptions {
  readonly program: Pick<InstalledAgent, 'executable' | 'kind'>;
  /** The whole environment. Nothing is inherited from this process. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly timeoutMs?: number;
}

/** A session that a CLI prints may be long. */
export const longestAnswerBytes = 256 * 1024 * 1024;
const DEFAULT_TIMEOUT_MS = 120_000;
const LONGEST_WORDS = 300;

/** A way to run a CLI for what it prints, such as a list of its sessions. It is no turn of an agent. */
export function createCliRunner(options: CliRunnerOptions): RunCli {
  const { program, env, cwd, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const launch = launchOf(program);
  return async (args, { env: more, signal } = {}) => {
    signal?.throwIfAborted();
    const result = await runProcess({
      executable: launch.executable,
      args: [...launch.args, ...args],
      env: { ...env, ...more },
      cwd,
      timeoutMs,
      maxOutputBytes: longestAnswerBytes,
      ...(signal && { signal }),
    });
    signal?.throwIfAborted();
    if (result.exitCode === 0 && result.reason === 'exited') return result.stdout;
    throw cliFailure(basename(launch.executable), args[0] ?? '', result);
  };
}

const REASONS: Readonly<Record<ProcessResult['reason'], string>> = {
  exited: 'it failed',
  killed: 'it was ended',
  aborted: 'it was ended',
  timeout: 'it took too long',
  output_limit: 'it wrote too much',
  memory_limit: 'it took too much memory',
};

/** Why a CLI gave no answer. */
export function cliFailure(program: string, command: string, result: ProcessResult): DragomanError {
  const { exitCode, signal, reason, stderr, stdout } = result;
  const how = exitCode === null ? `signal ${signal}` : `exit code ${exitCode}`;
  const said = (stderr.trim() || stdout.trim()).slice(-LONGEST_WORDS);
  const words = said === '' ? '' : `: ${said}`;
  return new DragomanError(
    'cli_failed',
    `${program} ${command} gave no answer, ${REASONS[reason]} (${how})${words}`,
  );
}
