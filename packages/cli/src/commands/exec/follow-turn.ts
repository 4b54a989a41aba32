import type { Turn } from '@dragoman/runtime';
import type { ExitCode } from '../../exit-code.js';
import { sayLines } from '../../terminal/print-lines.js';
import type { Terminal } from '../../terminal/terminal.js';
import { riskLines } from './risk-lines.js';
import { showTurn } from './show-turn.js';
import { turnExitCode } from './turn-exit-code.js';
import { turnFooter } from './turn-footer.js';
import { writeEvents } from './write-events.js';

export interface FollowOptions {
  readonly agent: string;
  readonly cwd: string;
  readonly prompt: string;
  readonly json?: boolean | undefined;
  readonly full?: boolean | undefined;
  /** Whether its session is worth going on with. */
  readonly resumable?: boolean;
}

/** Shows a turn until its end, whatever becomes of who watches, and says how it ended. */
export async function followTurn(
  turn: Turn,
  options: FollowOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { agent, json, resumable = true } = options;
  const started = performance.now();
  const forget = terminal.onInsist(() => void turn.kill());
  try {
    const { told, risks } = json
      ? await writeEvents(turn, terminal)
      : await showTurn(turn, options, terminal);
    const end = await turn.outcome;
    const milliseconds = performance.now() - started;
    const sessionId = resumable ? turn.sessionId : undefined;
    // Where both are on one screen, what was said is set apart from what is said about it.
    if (!json && terminal.columns !== undefined) terminal.say('');
    sayLines(turnFooter({ agent, end, milliseconds, sessionId, told }), terminal);
    sayLines(riskLines(risks), terminal);
    return turnExitCode(end.status);
  } catch (error) {
    // A turn that nobody can follow is not left running.
    await turn.cancel('It could not be followed.');
    throw error;
  } finally {
    forget();
  }
}
