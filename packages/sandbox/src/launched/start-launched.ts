import { setTimeout as delay } from 'node:timers/promises';
import { DragomanError } from '@dragoman/protocol';
import type { SandboxCommand, SandboxProcess } from '../contract.js';
import type { Door, Report } from '../door/control-messages.mjs';
import { collectText } from '../process/run-process.js';
import { signalOfStatus } from '../process/signal-names.js';
import { spawnFailure } from '../process/spawn-failure.js';
import type { ProcessExit, RunningProcess } from '../process/spawn-process.js';
import { pidNamespace } from '../record/process-owner.js';
import { type ControlChannel, openControlChannel } from './control-channel.js';
import { happensWithin } from './happens-within.js';

export interface LaunchedOptions {
  readonly command: SandboxCommand & { readonly cwd: string };
  /** With sockets as the launcher sees them. */
  readonly doors: readonly Door[];
  /** Where to listen for the launcher: a short path of this machine, bound into the sandbox. */
  readonly controlSocket: string;
  /** Starts the program that makes the sandbox and runs the launcher in it. */
  spawn(): Promise<RunningProcess>;
  /** Called when the launcher waits for its order. It gets none before this is done. */
  beforeCommand?(outside: RunningProcess): Promise<void>;
  /** Ends the sandbox without asking anybody inside. Default: ends the program that made it. */
  forceEnd?(): Promise<void>;
  /**
   * Called when the command runs. What it gives is called when the program that made the sandbox is
   * gone, waits until everything inside is, and says how often the system killed something inside
   * because its memory was used up.
   */
  watchInside?(outside: RunningProcess): () => Promise<number>;
  /** Why the program that makes the sandbox ended before the launcher came. */
  describeFailure?(exit: ProcessExit, stderr: string): DragomanError;
  /** Time between SIGTERM and SIGKILL. */
  readonly graceMs?: number;
  /** How long the sandbox may take to begin. */
  readonly startMs?: number;
}

const DEFAULT_GRACE_MS = 2000;

/** Much more than any sandbox needs on a busy machine. */
const DEFAULT_START_MS = 120_000;

const TOO_LATE = { type: 'late' } as const;

/** How long words of a launcher that has ended may be under way. They are written before it ends. */
const UNDER_WAY_MS = 500;

/** How long what is dead may take to be gone. */
const GONE_MS = 5000;

/**
 * Starts a command through the launcher of `door/`: in whatever `spawn` makes, with doors, and with
 * exact evidence of how it ended.
 */
export async function startLaunched(options: LaunchedOptions): Promise<SandboxProcess> {
  const channel = await openControlChannel(options.controlSocket);
  try {
    const { executable, args, env, cwd } = options.command;
    const order = { executable, args, env, cwd, doors: options.doors };
    const outside = await options.spawn();
    const ordered = channel.arrived.then(async () => {
      await options.beforeCommand?.(outside);
      channel.send({ type: 'start', ...order, pidNamespace: pidNamespace() });
    });
    const forceEnd = () => endOutside(outside, options.forceEnd ?? outside.kill);
    await begun(channel, outside, {
      executable,
      ordered,
      forceEnd,
      describeFailure: options.describeFailure ?? startFailure(executable),
      startMs: options.startMs ?? DEFAULT_START_MS,
    });
    return underWay(channel, outside, {
      forceEnd,
      insideGone: options.watchInside?.(outside) ?? (async () => 0),
      graceMs: options.graceMs ?? DEFAULT_GRACE_MS,
    });
  } catch (error) {
    await channel.close();
    throw error;
  }
}

/** Whatever becomes of the sandbox, the program that made it is gone after this. */
async function endOutside(outside: RunningProcess, forceEnd: () => Promise<void>): Promise<void> {
  try {
    await forceEnd();
    await happensWithin(outside.exit, GONE_MS);
  } finally {
    await outside.kill();
  }
}

interface Beginning {
  readonly executable: string;
  /** Rejects when the launcher can't be given its order. */
  readonly ordered: Promise<void>;
  readonly forceEnd: () => Promise<void>;
  readonly describeFailure: (exit: ProcessExit, stderr: string) => DragomanError;
  readonly startMs: number;
}

/** Waits until the command runs. */
async function begun(
  channel: ControlChannel,
  outside: RunningProcess,
  { executable, ordered, forceEnd, describeFailure, startMs }: Beginning,
): Promise<void> {
  const waiting = new AbortController();
  const first = await Promise.race([
    channel.started,
    failureOf(ordered),
    lastWords(channel, outside, waiting.signal),
    delay(startMs, TOO_LATE, { signal: waiting.signal }).catch(() => undefined),
  ]);
  waiting.abort();
  if (first?.type === 'ready') return;
  // Why it didn't begin matters more; who removes the sandbox meets what could not be ended.
  await forceEnd().catch(() => {});
  if (first?.type === 'not ordered') throw first.error;
  if (first?.type === 'failed') throw commandFailure(executable, first);
  const said = (await collectText(outside.stderr)).trim().slice(-2000);
  if (first?.type === 'late') throw lateFailure(executable, startMs, said);
  throw describeFailure(await outside.exit, said);
}

/** Settles only when there is a failure. */
function failureOf(work: Promise<void>): Promise<{ type: 'not ordered'; error: unknown }> {
  return new Promise((resolve) => {
    work.catch((error: unknown) => resolve({ type: 'not ordered', error }));
  });
}

function lateFailure(executable: string, startMs: number, said: string): DragomanError {
  return new DragomanError(
    'sandbox_start_failed',
    `The sandbox for ${executable} had not begun after ${startMs / 1000} s and was ended: ${said || 'it said nothing'}. Try again when the machine is less busy.`,
  );
}

function startFailure(executable: string): (exit: ProcessExit, stderr: string) => DragomanError {
  return (_exit, said) =>
    new DragomanError(
      'sandbox_start_failed',
      `The sandbox for ${executable} did not begin: ${said || 'it ended without a word.'}`,
    );
}

/** What the launcher of a sandbox that has ended already may have said. */
async function lastWords(channel: ControlChannel, outside: RunningProcess, signal: AbortSignal) {
  await outside.exit;
  // Nobody waits for them once the command runs, and a timer would keep this process.
  if (signal.aborted) return undefined;
  await delay(UNDER_WAY_MS);
  return channel.connected ? channel.started : undefined;
}

function commandFailure(
  executable: string,
  { code, message }: Extract<Report, { type: 'failed' }>,
): DragomanError {
  return spawnFailure(executable, Object.assign(new Error(message), { code }));
}

interface Ending {
  readonly forceEnd: () => Promise<void>;
  readonly insideGone: () => Promise<number>;
  readonly graceMs: number;
}

function underWay(
  channel: ControlChannel,
  outside: RunningProcess,
  ending: Ending,
): SandboxProcess {
  const { forceEnd, graceMs } = ending;
  let killed: Promise<void> | undefined;
  const exit = ended(channel, outside, ending).then(
    (status): ProcessExit => (killed === undefined ? status : { ...status, reason: 'killed' }),
  );
  const endAll = async () => {
    channel.send({ type: 'signal', name: 'SIGTERM' });
    if (await happensWithin(exit, graceMs)) return;
    channel.send({ type: 'signal', name: 'SIGKILL' });
    if (await happensWithin(exit, GONE_MS)) return;
    await forceEnd();
  };
  return {
    pid: outside.pid,
    ...(outside.input && { input: outside.input }),
    stdout: outside.stdout,
    stderr: outside.stderr,
    exit,
    async signal(name) {
      channel.send({ type: 'signal', name });
    },
    async kill() {
      killed ??= endAll();
      await killed;
      await exit;
    },
  };
}

/**
 * How the command ended. The launcher knows; where it can't say any more, it was killed, and what the
 * program around it says is all there is. When either is gone the other must go, too: a killed client
 * of a container engine leaves its container running.
 */
async function ended(
  channel: ControlChannel,
  outside: RunningProcess,
  { forceEnd, insideGone }: Ending,
): Promise<ProcessExit> {
  await Promise.race([channel.exit, outside.exit]);
  const launcherIsGone = await happensWithin(channel.exit, UNDER_WAY_MS);
  const outsideIsGone = launcherIsGone && (await happensWithin(outside.exit, GONE_MS));
  // Whoever removes the sandbox meets what could not be ended now, and says so.
  if (!outsideIsGone) await forceEnd().catch(() => {});
  const status = await outside.exit;
  const killsOutside = await insideGone();
  await channel.close();
  const report = await channel.exit;
  if (report === undefined) {
    const signal = status.signal ?? signalOfStatus(status.exitCode) ?? 'SIGKILL';
    return { exitCode: null, signal, reason: killsOutside > 0 ? 'memory_limit' : 'exited' };
  }
  const { exitCode, signal, memoryKills } = report;
  const ranOut = signal === 'SIGKILL' && memoryKills + killsOutside > 0;
  return { exitCode, signal, reason: ranOut ? 'memory_limit' : 'exited' };
}
