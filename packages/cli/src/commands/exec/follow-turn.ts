import type { EndStatus } from '@dragoman/protocol';
import type { Turn } from '@dragoman/runtime';
import { lastTextOf } from '@dragoman/runtime/internal';
import { EXIT, type ExitCode } from '../../exit-code.js';
import { printLines, sayLines } from '../../terminal/line.js';
import type { StopReason, Terminal } from '../../terminal/terminal.js';
import { changesDiff } from './changed-files.js';
import type { MessageFile } from './message-file.js';
import { type ShownTurn, showLastMessage, showTurn, writeEvents } from './show-turn.js';
import { type EndedTurn, riskLines, turnFooter } from './turn-footer.js';

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
  readonly verbose?: boolean | undefined;
  /** Whether to print only what the agent says last. */
  readonly quiet?: boolean | undefined;
  /** Gets what the agent says last. */
  readonly lastMessage?: MessageFile | undefined;
  /** Whether to show the diffs of what it changed. */
  readonly diff?: boolean | undefined;
  /** The variable that the key came from. */
  readonly keyVariable?: string | undefined;
  readonly isUnpaid?: boolean | undefined;
  /** Whether a login stands in for a key. */
  readonly login?: boolean;
  /** Whether to say how its session can be continued. */
  readonly resumable?: boolean;
}

/** Shows a turn until its end, even if the reader of stdout is gone, and prints its outcome. */
export async function followTurn(
  turn: Turn,
  options: FollowOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { quiet, lastMessage } = options;
  const started = performance.now();
  const forget = terminal.onInsist(() => void turn.kill());
  try {
    const shown = await show(turn, options, terminal);
    const end = await turn.outcome;
    const milliseconds = performance.now() - started;
    if (!(quiet && end.status === 'success')) {
      const sessionId = options.resumable === false ? undefined : turn.sessionId;
      await sayOutcome({ ...shown, end }, { ...options, milliseconds, sessionId }, terminal);
    }
    // Last: a file that can't be written keeps nothing else from being said.
    lastMessage?.write(await lastTextOf(turn));
    return turnExitCode(end.status);
  } catch (error) {
    // A turn that can't be shown is not left running.
    await turn.cancel('It could not be followed.');
    throw error;
  } finally {
    lastMessage?.close();
    forget();
  }
}

async function sayOutcome(
  { end, shownFailures, risks, changes }: Omit<ShownTurn, 'end'> & Pick<EndedTurn, 'end'>,
  options: FollowOptions & Pick<EndedTurn, 'milliseconds' | 'sessionId'>,
  terminal: Terminal,
): Promise<void> {
  const { agent, milliseconds, sessionId, keyVariable, login, isUnpaid } = options;
  if (options.diff) await printLines(changesDiff(changes, {}), terminal);
  // On one screen, a blank line separates the conversation from the footer.
  if (!options.json && terminal.columns !== undefined) terminal.say('');
  const ended = { agent, end, milliseconds, sessionId, shownFailures, changes };
  const footer = { ...ended, keyVariable, login, isUnpaid };
  sayLines(turnFooter(footer), terminal);
  sayLines(riskLines(risks), terminal);
}

function show(turn: Turn, options: FollowOptions, terminal: Terminal): Promise<ShownTurn> {
  if (options.json) return writeEvents(turn, terminal);
  return options.quiet ? showLastMessage(turn, terminal) : showTurn(turn, options, terminal);
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
