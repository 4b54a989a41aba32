import { writeJson } from '@dragoman/protocol';
import { EXIT, type ExitCode } from '../../exit-code.js';
import { painted, sayLines } from '../../terminal/line.js';
import type { Terminal } from '../../terminal/terminal.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';
import { runFooter } from '../run/run-footer.js';
import { runEventLines } from '../run/run-lines.js';
import { findRun } from './find-run.js';

export interface ShowRunOptions {
  readonly follow?: boolean;
  readonly json?: boolean;
}

/** `dragoman runs show`: a run from its log, whoever conducts it. Stopping this command doesn't stop it. */
export async function showRun(
  wanted: string,
  { follow = false, json }: ShowRunOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const run = await findRun(wanted);
  const { prompt = '' } = run.state.started ?? {};
  if (!json) sayLines([painted('dim', harmlessLine(`${run.id} · ${prompt}`))], terminal);
  for await (const event of run.events({ follow, signal: terminal.signal })) {
    if (json) await terminal.write(`${writeJson(event)}\n`);
    else sayLines(runEventLines(event), terminal);
  }
  if (json || terminal.signal.aborted) return EXIT.success;
  const { id, status, state } = await findRun(run.id);
  if (status === 'running') {
    terminal.say(`dragoman: It is running. To see the rest: dragoman runs show ${id} --follow`);
    return EXIT.success;
  }
  const { completed, started } = state;
  const outcome = { status, exitCode: 0, winners: completed?.winners ?? [], completed };
  const milliseconds = Date.parse(completed?.ts ?? '') - Date.parse(started?.ts ?? '');
  sayLines(runFooter({ id, outcome, milliseconds: Math.max(0, milliseconds) || 0 }), terminal);
  return EXIT.success;
}
