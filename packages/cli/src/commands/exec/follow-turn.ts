import type { EndStatus } from '@dragoman/protocol';
import type { Turn } from '@dragoman/runtime';
import { EXIT, type ExitCode } from '../../exit-code.js';
import { sayLines } from '../../terminal/line.js';
import type { StopReason, Terminal } from '../../terminal/terminal.js';
import { showTurn, writeEvents } from './show-turn.js';
import { riskLines, turnFooter } from './turn-footer.js';

const CODES: Readonly<Record<EndStatus, ExitCode>> = {
  success: EXIT.success,
  failed: EXIT.failure,
  timeout: EXIT.timeout,
  stalled: EXIT.timeout,
  not_started: EXIT.notStarted,
  canceled: EXIT.interrupted,
};

interface FollowOptions {
  readonly agent: string;
  readonly cwd: string;
  readonly prompt: string;
  readonly json?: boolean | undefined;
  readonly full?: boolean | undefined;
  /** The variable that the key came from. */
  readonly keyVariable?: string | undefined;
  /** Whether to say how its session can be continued. */
  readonly resumable?: boolean;
}

/** Shows a turn until its end, even if the reader of stdout is gone, and prints its outcome. */
export async function followTurn(
  turn: Turn,
  options: FollowOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { agent, json, keyVariable, resumable = true } = options;
  const started = performance.now();
  const forget = terminal.onInsist(() => void turn.kill());
  try {
    const { shownFailures, risks } = json
      ? await writeEvents(turn, terminal)
      : await showTurn(turn, options, terminal);
    const end = await turn.outcome;
    const milliseconds = performance.now() - started;
    const sessionId = resumable ? turn.sessionId : undefined;
    // On one screen, a blank line separates the conversation from the footer.
    if (!json && terminal.columns !== undefined) terminal.say('');
    const ended = { agent, end, milliseconds, sessionId, shownFailures, keyVariable };
    sayLines(turnFooter(ended), terminal);
    sayLines(riskLines(risks), terminal);
    return turnExitCode(end.status);
  } catch (error) {
    // A turn that can't be shown is not left running.
    await turn.cancel('It could not be followed.');
    throw error;
  } finally {
    forget();
  }
}

/** The exit code for the outcome of a turn. */
function turnExitCode(status: EndStatus): ExitCode {
  return CODES[status];
}

/** Cancels a turn when the command should stop, with the reason for its journal. */
export function cancelSignal({ signal }: Terminal): AbortSignal {
  const cancel = new AbortController();
  const stop = () => cancel.abort(wordsFor(signal.reason));
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  return cancel.signal;
}

function wordsFor(reason: StopReason): string {
  if (reason === 'interrupted') return 'It was interrupted.';
  if (reason === 'reader gone') return 'The reader of its output has closed it.';
  return reason.message;
}
