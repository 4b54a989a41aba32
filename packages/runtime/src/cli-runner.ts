import { basename, join } from 'node:path';
import type { RunCli } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import {
  collectText,
  defaultSandboxKind,
  type ProcessResult,
  runProcess,
  type Sandbox,
  type SandboxProvider,
  sandboxProvider,
  systemPath,
} from '@dragoman/sandbox';
import { type InstalledAgent, launchOf } from './install/find-installed.js';
import { createThrowawayHome } from './throwaway-home.js';

export interface CliRunnerOptions {
  readonly program: Pick<InstalledAgent, 'executable' | 'kind'>;
  /** The whole environment, but for `TMPDIR`. Nothing is inherited from this process. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly timeoutMs?: number;
}

/** A session that a CLI prints may be long. */
const longestAnswerBytes = 256 * 1024 * 1024;
const DEFAULT_TIMEOUT_MS = 120_000;
const LONGEST_WORDS = 300;

/** A program with its arguments. */
interface Launch {
  readonly executable: string;
  readonly args: readonly string[];
}

const INTO_FILE = '"$@" > "$0"; code=$?; cat "$0" || exit 1; exit $code';

/**
 * The same program, with a file for its stdout, which is printed when it has ended. A CLI of Bun exits
 * before a pipe has taken all that it has written: of OpenCode's answers, more than 64 KB may be lost.
 */
function throughFile({ executable, args }: Launch, folder: string): Launch {
  // Windows has no such shell.
  if (process.platform === 'win32') return { executable, args };
  return {
    executable: '/bin/sh',
    args: ['-c', INTO_FILE, join(folder, 'answer'), executable, ...args],
  };
}

/** A way to run a CLI for what it prints, such as a list of its sessions. It is no turn of an agent. */
export function createCliRunner(options: CliRunnerOptions): RunCli {
  const { program, env, cwd, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const launch = launchOf(program);
  return async (args, { env: more, signal } = {}) => {
    signal?.throwIfAborted();
    const asked = { executable: launch.executable, args: [...launch.args, ...args] };
    // What a CLI prints of a session must not outlive this process unseen.
    const { workspace, remove } = await createThrowawayHome();
    const result = await runProcess({
      ...throughFile(asked, workspace),
      // A CLI may leave files behind where temporary ones go: OpenCode makes a folder there.
      env: { ...env, TMPDIR: workspace, ...more },
      cwd,
      timeoutMs,
      maxOutputBytes: longestAnswerBytes,
      ...(signal && { signal }),
    })
      // Its reason is more than that it was aborted.
      .finally(() => signal?.throwIfAborted())
      .finally(remove);
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
function cliFailure(program: string, command: string, result: ProcessResult): DragomanError {
  const { exitCode, signal, reason, stderr, stdout } = result;
  const how = exitCode === null ? `signal ${signal}` : `exit code ${exitCode}`;
  const said = (stderr.trim() || stdout.trim()).slice(-LONGEST_WORDS);
  const words = said === '' ? '' : `: ${said}`;
  return new DragomanError(
    'cli_failed',
    `${program} ${command} gave no answer, ${REASONS[reason]} (${how})${words}`,
  );
}

export interface ConfinedCliRunnerOptions {
  readonly program: Pick<InstalledAgent, 'executable' | 'kind' | 'directory'>;
  /** The HOME that an agent has worked in: what lies there, it may have made. */
  readonly home: string;
  /** The folder that the CLI is started in, which it can only read. Default: an empty one. */
  readonly cwd?: string | undefined;
  readonly stateDirectory?: string | undefined;
  /** Default: the best that works here. */
  readonly provider?: SandboxProvider | undefined;
  readonly timeoutMs?: number;
}

/**
 * As `createCliRunner`, for a HOME that an agent has written in: plugins, settings and programs that lie
 * there run with the CLI, so it runs in a sandbox with nothing but that HOME. Rejects with
 * `sandbox_needed` where none confines it.
 */
export function createConfinedCliRunner(options: ConfinedCliRunnerOptions): RunCli {
  return async (args, { env = {}, signal } = {}) => {
    signal?.throwIfAborted();
    const provider = options.provider ?? (await bestProvider(options.stateDirectory));
    if (!provider.abilities.confinesFiles) throw needed(options);
    const { workspace, remove } = await createThrowawayHome();
    try {
      const { executable } = options.program;
      const sandbox = await provider.create({
        workspace,
        home: options.home,
        network: 'none',
        readable: [
          options.program.directory,
          process.execPath,
          ...(options.cwd ? [options.cwd] : []),
        ],
      });
      const ask = { ...options, args, env, signal, name: basename(executable) };
      return await answerIn(sandbox, ask).finally(() => sandbox.remove());
    } finally {
      await remove();
    }
  };
}

async function bestProvider(stateDirectory: string | undefined): Promise<SandboxProvider> {
  const options = stateDirectory === undefined ? {} : { stateDirectory };
  return sandboxProvider(await defaultSandboxKind(), options);
}

interface Question extends ConfinedCliRunnerOptions {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
}

async function answerIn(
  sandbox: Sandbox,
  { program, name, args, env, cwd, signal, timeoutMs = DEFAULT_TIMEOUT_MS }: Question,
): Promise<string> {
  const launch = launchOf(program);
  const { home, workspace } = sandbox.inside;
  const asked = { executable: launch.executable, args: [...launch.args, ...args] };
  const running = await sandbox.start({
    ...throughFile(asked, workspace),
    env: { HOME: home, PATH: systemPath(), TMPDIR: workspace, LANG: 'C.UTF-8', ...env },
    cwd: cwd ?? workspace,
  });
  let reason: 'exited' | 'timeout' | 'aborted' | 'output_limit' = 'exited';
  const end = (because: typeof reason): void => {
    if (reason === 'exited') reason = because;
    // Whoever waits for its exit sees that it is gone, or removes what could not be ended.
    void running.kill().catch(() => {});
  };
  const timer = setTimeout(() => end('timeout'), timeoutMs);
  const onAbort = (): void => end('aborted');
  signal?.addEventListener('abort', onAbort, { once: true });
  const [stdout, stderr] = await Promise.all([
    collectText(atMost(running.stdout, () => end('output_limit'))),
    collectText(atMost(running.stderr, () => end('output_limit'))),
  ]).finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  });
  const exit = await running.exit;
  signal?.throwIfAborted();
  if (exit.exitCode === 0 && reason === 'exited') return stdout;
  throw cliFailure(name, args[0] ?? '', { ...exit, reason, stdout, stderr });
}

async function* atMost(
  bytes: AsyncIterable<Uint8Array>,
  onLimit: () => void,
): AsyncGenerator<Uint8Array> {
  let left = longestAnswerBytes;
  for await (const chunk of bytes) {
    left -= chunk.length;
    if (left >= 0) yield chunk;
    else onLimit();
  }
}

function needed({ program, home }: ConfinedCliRunnerOptions): DragomanError {
  return new DragomanError(
    'sandbox_needed',
    `Only ${basename(program.executable)} itself can read the sessions in ${home}, where an agent may have left programs that run with it, and no sandbox works here to keep them in. Install bubblewrap; \`dragoman doctor\` says more.`,
  );
}
