import type { Run, RunOutcome } from '@dragoman/orchestrator';
import { writeJson } from '@dragoman/protocol';
import { EXIT, type ExitCode } from '../../exit-code.js';
import { sayLines } from '../../terminal/line.js';
import type { Terminal } from '../../terminal/terminal.js';
import { runFooter } from './run-footer.js';
import { runEventLines } from './run-lines.js';

export interface FollowRunOptions {
  readonly json?: boolean | undefined;
  readonly quiet?: boolean | undefined;
  /** The last event that was there before. Default: none. */
  readonly after?: number | undefined;
}

/**
 * Shows a run until it ends or stops. Ctrl-C interrupts it, a second one ends its agents at once; a
 * reader of stdout that goes away doesn't.
 */
export async function followRun(
  run: Run,
  { json, quiet, after = 0 }: FollowRunOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const started = performance.now();
  const forget = terminal.onInsist(() => void run.kill());
  try {
    for await (const event of run.events({ after })) {
      if (json) await terminal.write(`${writeJson(event)}\n`);
      else if (!quiet) sayLines(runEventLines(event), terminal);
    }
    const outcome = await run.outcome;
    const milliseconds = performance.now() - started;
    if (json) await terminal.write(`${writeJson(resultOf(run.id, outcome))}\n`);
    else if (quiet) await writeWinners(outcome, terminal);
    if (!json && !(quiet && outcome.status === 'success')) {
      sayLines(runFooter({ id: run.id, outcome, milliseconds }), terminal);
    }
    return exitCodeOf(outcome);
  } finally {
    forget();
  }
}

function resultOf(id: string, { status, exitCode, winners, completed, failure }: RunOutcome) {
  return {
    type: 'result',
    run_id: id,
    status,
    exit_code: exitCode,
    winners,
    ...(completed && { tasks: completed.tasks, usage: completed.usage }),
    ...(failure !== undefined && { failure }),
  };
}

async function writeWinners({ winners }: RunOutcome, terminal: Terminal): Promise<void> {
  for (const { branch, commit } of winners) await terminal.write(`${branch ?? commit ?? ''}\n`);
}

const CODES: Readonly<Record<RunOutcome['status'], ExitCode>> = {
  success: EXIT.success,
  partial: EXIT.unsuccessful,
  failed: EXIT.unsuccessful,
  interrupted: EXIT.interrupted,
  crashed: EXIT.failure,
  running: EXIT.failure,
};

function exitCodeOf({ status }: RunOutcome): ExitCode {
  return CODES[status];
}

/** Aborts when a person wants the run to stop, not when nobody reads its output any more. */
export function stopSignal({ signal }: Terminal): AbortSignal {
  const stop = new AbortController();
  const onAbort = (): void => {
    if (signal.reason === 'interrupted') stop.abort('It was interrupted.');
  };
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  return stop.signal;
}
