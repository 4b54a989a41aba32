import type { SandboxProcess } from '@dragoman/sandbox';
import type { StopCause } from '../outcome/turn-evidence.js';

/** How a request to stop a turn reaches it, whether or not its process has been started yet. */
export interface StopControl {
  /** The first request counts as the cause; a later `kill` still hurries it up. */
  stop(cause: StopCause, words?: string): void;
  readonly requested: boolean;
  /** True once a stage was given up: whatever it does from then on comes too late. */
  readonly gaveUp: boolean;
  /** From now on there is a process to be stopped. */
  attach(process: SandboxProcess): void;
  /**
   * Waits for a stage that comes before the process; once a stop is requested, no longer than a process
   * would be waited for. False: the stage was given up.
   */
  settles(stage: Promise<unknown>): Promise<boolean>;
}

interface StopControlOptions {
  /** Time between SIGINT and SIGTERM. */
  readonly graceMs: number;
  readonly onStop: (cause: StopCause, words?: string) => void;
  /** What should have been ended could not be. */
  readonly onFailure: (error: unknown) => void;
}

const AGAIN_MS = 1000;
/** How long a stage has that must end at once. */
const AT_ONCE_MS = 1000;

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
  let gaveUp = false;
  let hurry: ((because: StopCause) => void) | undefined;

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
      hurry?.(because);
    },
    get requested() {
      return cause !== undefined;
    },
    get gaveUp() {
      return gaveUp;
    },
    attach(started) {
      process = started;
      if (cause !== undefined) end(cause);
    },
    settles: (stage) =>
      new Promise((resolve) => {
        let patience: NodeJS.Timeout | undefined;
        const settle = (isInTime: boolean): void => {
          clearTimeout(patience);
          hurry = undefined;
          gaveUp ||= !isInTime;
          resolve(isInTime);
        };
        hurry = (because) => {
          const isAtOnce = AT_ONCE.has(because);
          if (patience !== undefined && !isAtOnce) return;
          clearTimeout(patience);
          patience = setTimeout(settle, isAtOnce ? Math.min(AT_ONCE_MS, graceMs) : graceMs, false);
        };
        if (cause !== undefined) hurry(cause);
        const settled = () => settle(true);
        stage.then(settled, settled);
      }),
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
