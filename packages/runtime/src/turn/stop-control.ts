import type { SandboxProcess } from '@dragoman/sandbox';
import type { StopCause } from '../outcome/turn-evidence.js';

/** How a request to stop a turn reaches it, whether or not its process has been started yet. */
export interface StopControl {
  /** The first request counts as the cause; a later `kill` still hurries it up. */
  stop(cause: StopCause, words?: string): void;
  readonly requested: boolean;
  /** From now on there is a process to be stopped. */
  attach(process: SandboxProcess): void;
}

interface StopControlOptions {
  /** Time between SIGINT and SIGTERM. */
  readonly graceMs: number;
  readonly onStop: (cause: StopCause, words?: string) => void;
  /** What should have been ended could not be. */
  readonly onFailure: (error: unknown) => void;
}

const AGAIN_MS = 1000;

/** These leave nothing to wait for: SIGTERM at once, SIGKILL soon after. */
const AT_ONCE: ReadonlySet<StopCause> = new Set([
  'kill',
  'resume_lost',
  'journal_limit',
  'hang_after_end',
]);

/**
 * Stops a turn gently at first: SIGINT is what a person's Ctrl-C sends, and lets a CLI note in its
 * session that it was interrupted. Then SIGTERM, then SIGKILL, on everything that came from it.
 */
export function createStopControl({ graceMs, onStop, onFailure }: StopControlOptions): StopControl {
  let cause: StopCause | undefined;
  let process: SandboxProcess | undefined;
  let isEnding = false;

  const end = (because: StopCause): void => {
    if (process === undefined) return;
    const started = process;
    const kill = () => void started.kill().catch(onFailure);
    if (AT_ONCE.has(because)) kill();
    else if (!isEnding) interrupt(started, graceMs, kill);
    isEnding = true;
  };

  return {
    stop(because, words) {
      if (cause === undefined) onStop(because, words);
      cause ??= because;
      end(because);
    },
    get requested() {
      return cause !== undefined;
    },
    attach(started) {
      process = started;
      if (cause !== undefined) end(cause);
    },
  };
}

/** Codex 0.166 passes over a SIGINT that comes in its first moments, so it is sent again. */
function interrupt(process: SandboxProcess, graceMs: number, kill: () => void): void {
  // What can't be interrupted any more is ended when the time is up.
  const sendInterrupt = () => void process.signal('SIGINT').catch(() => {});
  const again = setInterval(sendInterrupt, AGAIN_MS);
  const patience = setTimeout(kill, graceMs);
  void process.exit.then(() => {
    clearInterval(again);
    clearTimeout(patience);
  });
  sendInterrupt();
}
