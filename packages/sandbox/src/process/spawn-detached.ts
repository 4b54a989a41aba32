import { type ChildProcess, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';

export interface DetachedOptions {
  readonly executable: string;
  readonly args: readonly string[];
  /** The whole environment. Nothing is inherited from this process. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A process that outlives this one. */
export interface DetachedProcess {
  /** A pipe to it, which breaks when this process is gone. What is written too late is lost. */
  readonly input: Writable | undefined;
  /** Resolves when it has ended, or could not be started. Never rejects. */
  readonly gone: Promise<void>;
}

/**
 * Starts a process that stays when this one ends, unlike those of `spawnProcess`. It holds nobody
 * up: neither it nor its pipe keeps this process alive.
 */
export function spawnDetached({ executable, args, env }: DetachedOptions): DetachedProcess {
  const child = spawn(executable, args, {
    detached: true,
    cwd: '/',
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  // There is none when this process has no more files to open.
  const input: Writable | undefined = child.stdin ?? undefined;
  if (input !== undefined && 'unref' in input && typeof input.unref === 'function') input.unref();
  // Its death shows as the exit; a write that comes too late says nothing more.
  input?.on('error', () => {});
  return { input, gone: goneOf(child) };
}

async function goneOf(child: ChildProcess): Promise<void> {
  await new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
}
