import { escapeControls } from '@dragoman/protocol/internal';
import { type ListedTurn, openTurn, readJournal, readJournalLines } from '@dragoman/runtime';
import { EXIT, type ExitCode } from '../../exit-code.js';
import { sayLines } from '../../terminal/line.js';
import type { Terminal } from '../../terminal/terminal.js';
import { showEvents } from '../exec/show-turn.js';
import { riskLines, turnFooter } from '../exec/turn-footer.js';
import { findTurn } from './find-turn.js';

export interface ShowTurnOptions {
  readonly follow?: boolean;
  readonly full?: boolean;
  readonly json?: boolean;
}

/**
 * `dragoman turns show`: a turn from its journal, whoever runs it, up to now or with `--follow` to its end.
 * Stopping this command doesn't stop the turn.
 */
export async function showTurn(
  wanted: string,
  options: ShowTurnOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const found = await findTurn(wanted);
  const source = await sourceOf(found, options, terminal.signal);
  if (options.json) {
    for await (const line of source.lines()) await terminal.write(escapeControls(line));
    return EXIT.success;
  }
  const { agent = 'agent', workspace: cwd } = found;
  const shown = await showEvents(source.events(), { cwd, full: options.full }, terminal);
  const { end, risks, changes, shownFailures } = shown;
  if (end === undefined) {
    const words = `The turn ${found.id} is ${found.state}. To see the rest: dragoman turns show ${found.id} --follow`;
    if (!terminal.signal.aborted) terminal.say(`dragoman: ${words}`);
    return EXIT.success;
  }
  if (terminal.columns !== undefined) terminal.say('');
  const milliseconds = Math.max(0, Date.parse(end.ts) - Date.parse(found.createdAt)) || 0;
  const { sessionId } = found;
  sayLines(turnFooter({ agent, end, milliseconds, sessionId, shownFailures, changes }), terminal);
  sayLines(riskLines(risks), terminal);
  return EXIT.success;
}

/** Only who follows a turn gives it its end if its owner has died: a look changes nothing. */
async function sourceOf(
  { directory }: ListedTurn,
  { follow }: ShowTurnOptions,
  signal: AbortSignal,
) {
  if (follow) {
    const turn = await openTurn(directory);
    return { events: () => turn.events({ signal }), lines: () => turn.lines({ signal }) };
  }
  const asked = { follow: false, signal };
  return {
    events: () => readJournal(directory, asked),
    lines: () => readJournalLines(directory, asked),
  };
}
