import type { ChildProcess, ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { DragomanError } from '@dragoman/protocol';
import { endTree, signalTree } from './end-tree.js';
import { type ExitGuard, guardExit } from './guard-exit.js';
import { otherDescriptors } from './other-descriptors.js';
import { inputOf, type ProcessInput } from './process-input.js';
import { createProcessTree, type ProcessTree, treeMarker } from './process-tree.js';
import { type ProcessOutput, readOutput } from './read-output.js';
import { spawnChild } from './spawn-child.js';
import { spawnFailure } from './spawn-failure.js';
import { startTimer } from './start-timer.js';

export interface SpawnOptions {
  readonly executable: string;
  readonly args: readonly string[];
  /** The whole environment. Nothing is inherited from this process. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Written whole and closed. Without it stdin is empty. */
  readonly stdin?: string | Uint8Array;
  /** Stdin stays open for `input`. Default: false. */
  readonly keepsInput?: boolean;
  /** Ends the process and all that came from it when it aborts. */
  readonly signal?: AbortSignal;
  /** Ends the process after so long. Without it, or with `Infinity`, it may take for ever. */
  readonly timeoutMs?: number;
  /** How much stdout and stderr may bring together before the process is ended. */
  readonly maxOutputBytes?: number;
  /** Time between SIGTERM and SIGKILL. */
  readonly graceMs?: number;
  /** Open files that the process has, too, as its descriptors 3, 4, …; this process's own stay open. */
  readonly descriptors?: readonly number[];
}

/** Why a process has ended: by itself, or what ended it. */
export type ExitReason =
  | 'exited'
  | 'killed'
  | 'aborted'
  | 'timeout'
  | 'output_limit'
  // The system killed it because its sandbox had used up its memory.
  | 'memory_limit';

export interface ProcessExit {
  /** `null` when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly reason: ExitReason;
}

export interface RunningProcess {
  readonly pid: number;
  /** Only where its start asked for it. */
  readonly input?: ProcessInput;
  /** Read both streams: a process stops when one of its pipes is full. */
  readonly stdout: AsyncIterable<Uint8Array>;
  readonly stderr: AsyncIterable<Uint8Array>;
  /** Resolves when the process and everything that came from it is gone. Never rejects. */
  readonly exit: Promise<ProcessExit>;
  /** Sends a signal to the process and everything that came from it, and waits for nothing. */
  signal(name: NodeJS.Signals): Promise<void>;
  /** Ends the process and everything that came from it. */
  kill(): Promise<void>;
}

const DEFAULT_GRACE_MS = 2000;

/**
 * Starts a process in its own group.
 *
 * When the process ends, for whatever reason, all that came from it is ended too, also what went
 * into its own session. Rejects with a `DragomanError` when it can't be started.
 */
export async function spawnProcess(options: SpawnOptions): Promise<RunningProcess> {
  checkLimits(options);
  if (options.signal?.aborted) {
    throw new DragomanError('process_aborted', `${options.executable} was not started: aborted.`);
  }
  const guard = guardExit();
  const { child, pid, exited, tree } = await start(options, guard);

  let gone = false;
  let reason: ExitReason = 'exited';
  let ending: Promise<void> | undefined;
  const end = () => endTree(tree, options.graceMs ?? DEFAULT_GRACE_MS);
  const endBecause = (because: ExitReason) => {
    if (ending !== undefined) return;
    reason = because;
    ending = end();
  };

  const outputs = readOutputs(child, options.maxOutputBytes, () => endBecause('output_limit'));
  const stopWatching = watchLimits(options, endBecause);
  const exit = exited.then(async (status): Promise<ProcessExit> => {
    stopWatching();
    ending ??= end();
    await ending;
    gone = true;
    guard.release();
    for (const output of Object.values(outputs)) output.finish();
    return { ...status, reason };
  });

  return {
    pid,
    ...(options.keepsInput && { input: inputOf(child) }),
    stdout: outputs.stdout.bytes,
    stderr: outputs.stderr.bytes,
    exit,
    async signal(name) {
      if (!gone) await signalTree(tree, name);
    },
    async kill() {
      endBecause('killed');
      await exit;
    },
  };
}

/** Timers and comparisons take nonsense silently, so it is refused before anything is started. */
function checkLimits(options: SpawnOptions): void {
  for (const name of ['timeoutMs', 'graceMs', 'maxOutputBytes'] as const) {
    const limit = options[name] ?? 0;
    if (limit >= 0) continue;
    throw new DragomanError('process_limit_invalid', `${name} is ${limit}; it must be 0 or more.`);
  }
}

type ExitStatus = Pick<ProcessExit, 'exitCode' | 'signal'>;

interface StartedChild {
  readonly child: ChildProcessWithoutNullStreams;
  readonly pid: number;
  readonly tree: ProcessTree;
  readonly exited: Promise<ExitStatus>;
}

async function start(options: SpawnOptions, guard: ExitGuard): Promise<StartedChild> {
  const id = randomUUID();
  try {
    const { child, begun } = spawnChild(options.executable, options.args, {
      cwd: options.cwd,
      env: { ...options.env, ...treeMarker(id) },
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe', ...otherDescriptors(options.descriptors)],
    });
    if (!hasStreams(child)) throw await failureOf(begun);
    const tree = child.pid === undefined ? undefined : createProcessTree(child.pid, id);
    if (tree !== undefined) guard.cover(tree);
    const exited = new Promise<ExitStatus>((resolve) => {
      child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }));
    });
    // A process may end without reading its input.
    child.stdin.on('error', () => {});
    await begun;
    child.stdin.write(options.stdin ?? '');
    if (!options.keepsInput) child.stdin.end();
    if (tree?.rootPid === undefined) throw new Error('the process has no pid');
    return { child, pid: tree.rootPid, tree, exited };
  } catch (cause) {
    guard.release();
    throw spawnFailure(options.executable, cause);
  }
}

/** Without a file to open there is not even a stream of it. */
function hasStreams(child: ChildProcess): child is ChildProcessWithoutNullStreams {
  // Absent, against their types, when it couldn't be started for want of files.
  return Boolean(child.stdin && child.stdout && child.stderr);
}

function failureOf(begun: Promise<void>): Promise<unknown> {
  return begun.then(
    () => new Error('the process has no streams'),
    (error: unknown) => error,
  );
}

/** Both outputs, which stop together when they brought more than `limit`. */
function readOutputs(
  child: ChildProcessWithoutNullStreams,
  limit = Number.POSITIVE_INFINITY,
  onLimit: () => void,
): { stdout: ProcessOutput; stderr: ProcessOutput } {
  let received = 0;
  const count = (bytes: number) => {
    received += bytes;
    if (received <= limit) return;
    for (const output of Object.values(outputs)) output.stop();
    onLimit();
  };
  const outputs = {
    stdout: readOutput(child.stdout, count),
    stderr: readOutput(child.stderr, count),
  };
  return outputs;
}

/** Ends the process when it is aborted or takes too long. The result stops the watching. */
function watchLimits(options: SpawnOptions, endBecause: (reason: ExitReason) => void): () => void {
  const { signal, timeoutMs = Number.POSITIVE_INFINITY } = options;
  const onAbort = () => endBecause('aborted');
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  const stopTimer = startTimer(timeoutMs, () => endBecause('timeout'));
  return () => {
    stopTimer();
    signal?.removeEventListener('abort', onAbort);
  };
}
