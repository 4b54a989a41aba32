import type { ChildProcess } from 'node:child_process';
import { Writable } from 'node:stream';
import { type SpawnedChild, spawnChild } from './spawn-child.js';

export interface DetachedOptions {
  readonly executable: string;
  readonly args: readonly string[];
  /** The whole environment. Nothing is inherited from this process. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Its descriptors from 0 on: the pipe to it, nothing, or an open file of this process. Default: stdin is the pipe. */
  readonly stdio?: readonly ('pipe' | 'ignore' | number)[];
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
export function spawnDetached(options: DetachedOptions): DetachedProcess {
  const spawned = trySpawn(options);
  if (spawned === undefined) return { input: undefined, gone: Promise.resolve() };
  const { child, begun } = spawned;
  child.unref();
  // There is none when this process has no more files to open.
  const input = pipeOf(child);
  if (input !== undefined && 'unref' in input && typeof input.unref === 'function') input.unref();
  // Its death shows as the exit; a write that comes too late says nothing more.
  input?.on('error', () => {});
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const gone = begun.then(
    () => exited,
    () => {},
  );
  return { input, gone };
}

function pipeOf({ stdio }: ChildProcess): Writable | undefined {
  // Absent, against its type, when it couldn't be started for want of files.
  const streams: ChildProcess['stdio'] | undefined = stdio;
  return streams?.find((stream) => stream instanceof Writable);
}

/** Without memory Node throws; other failures are events of the child. */
function trySpawn(options: DetachedOptions): SpawnedChild | undefined {
  const { executable, args, env, stdio = ['pipe', 'ignore', 'ignore'] } = options;
  try {
    return spawnChild(executable, args, { detached: true, cwd: '/', env, stdio: [...stdio] });
  } catch {
    return undefined;
  }
}
