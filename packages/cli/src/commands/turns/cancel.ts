import { openTurn } from '@dragoman/runtime';
import { EXIT, type ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal/terminal.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';
import { findTurn } from './find-turn.js';

export interface CancelOptions {
  readonly reason?: string;
}

/** `dragoman turns cancel`: stops a turn of another process, and waits until nothing of it is left. */
export async function cancelTurn(
  wanted: string,
  { reason = 'It was canceled from another terminal.' }: CancelOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { id, state } = await findTurn(wanted);
  if (state !== 'running' && state !== 'abandoned') {
    terminal.say(`dragoman: The turn ${id} has ended already: ${state}.`);
    return EXIT.success;
  }
  const turn = await openTurn(id);
  await turn.cancel(reason);
  const end = await turn.outcome;
  await terminal.write(`${harmlessLine(`${id} ${end.status}`)}\n`);
  return EXIT.success;
}
