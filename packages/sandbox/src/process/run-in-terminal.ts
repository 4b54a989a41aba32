import { spawnChild } from './spawn-child.js';

export interface TerminalProgram {
  readonly executable: string;
  readonly args: readonly string[];
  /** The whole environment. Nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Ends the program. */
  readonly signal?: AbortSignal;
}

/**
 * Runs a program that a person uses: it has the keyboard and the screen of this process. Resolves to its
 * exit code, or to `null` if a signal ended it. Only for programs that are no agent's.
 */
export async function runInTerminal(program: TerminalProgram): Promise<number | null> {
  const { executable, args, env, cwd, signal } = program;
  signal?.throwIfAborted();
  const { child, begun } = spawnChild(executable, args, { env, cwd, stdio: 'inherit' });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const end = (): void => {
    child.kill('SIGTERM');
  };
  const endAtOnce = (): void => {
    child.kill('SIGKILL');
  };
  signal?.addEventListener('abort', end, { once: true });
  process.once('exit', endAtOnce);
  try {
    await begun;
    return await ended;
  } finally {
    signal?.removeEventListener('abort', end);
    process.off('exit', endAtOnce);
  }
}
