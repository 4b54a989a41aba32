import { errorCode, errorMessage } from '@dragoman/protocol/internal';
import {
  createBubblewrapSandboxes,
  type RunningProcess,
  type Sandbox,
  spawnProcess,
} from '@dragoman/sandbox';
import { createThrowawayHome, type ThrowawayHome } from '../throwaway-home.js';
import { type InstalledAgent, launchOf } from './find-installed.js';

/** A first start may unpack itself; on a busy machine that has taken ten seconds. */
const TIMEOUT_MS = 120_000;
const MOST_BYTES = 1_000_000;

interface VersionQuestion {
  readonly program: Pick<InstalledAgent, 'executable' | 'kind'>;
  /** The install, which is all that the program sees beside the system where there is a sandbox. */
  readonly directory: string;
  readonly stateDirectory: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * What a program says its version is, or why it says nothing. It runs with an empty environment and a
 * HOME that is thrown away, without a network, and confined by bubblewrap where that works: it is the
 * first time that anything of it runs.
 */
export async function askVersion(question: VersionQuestion): Promise<string> {
  const { signal } = question;
  const home = await createThrowawayHome();
  try {
    const sandbox = await confine(question, home);
    try {
      return await answerOf(await start(question, home, sandbox), signal);
    } finally {
      await sandbox?.remove();
    }
  } catch (error) {
    return errorMessage(error);
  } finally {
    await home.remove();
    // An answer that was cut short says nothing about the program.
    signal?.throwIfAborted();
  }
}

/** `undefined` where bubblewrap doesn't work. */
async function confine(
  { directory, stateDirectory }: VersionQuestion,
  { home, workspace }: ThrowawayHome,
): Promise<Sandbox | undefined> {
  const readable = [directory, process.execPath];
  const labels = { purpose: 'the version of an agent' };
  try {
    const provider = createBubblewrapSandboxes({ stateDirectory });
    return await provider.create({ workspace, home, readable, labels, network: 'none' });
  } catch (error) {
    if (errorCode(error) === 'sandbox_unavailable') return undefined;
    throw error;
  }
}

function start(
  { program }: VersionQuestion,
  { home, workspace }: ThrowawayHome,
  sandbox: Sandbox | undefined,
): Promise<RunningProcess> {
  const { executable, args } = launchOf(program);
  const command = {
    executable,
    args: [...args, '--version'],
    env: { HOME: home, TMPDIR: home, PATH: '/usr/bin:/bin' },
    cwd: workspace,
  };
  return sandbox === undefined ? spawnProcess(command) : sandbox.start(command);
}

async function answerOf(running: RunningProcess, signal: AbortSignal | undefined): Promise<string> {
  const end = (): void => void running.kill().catch(() => {});
  const timer = setTimeout(end, TIMEOUT_MS);
  signal?.addEventListener('abort', end, { once: true });
  if (signal?.aborted) end();
  try {
    const [stdout, stderr, { reason }] = await Promise.all([
      beginningOf(running.stdout, end),
      beginningOf(running.stderr, end),
      running.exit,
    ]);
    return stdout.trim() || stderr.trim() || `nothing (${reason})`;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

/** A program that never stops talking is ended. */
async function beginningOf(bytes: AsyncIterable<Uint8Array>, end: () => void): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of bytes) {
    if (text.length < MOST_BYTES) text += decoder.decode(chunk, { stream: true });
    else end();
  }
  return text;
}
