import { errorMessage, writeJson } from '@dragoman/protocol';
import { findLeftovers, type Leftover } from '@dragoman/runtime';
import { EXIT, type ExitCode } from '../../exit-code.js';
import { type Line, painted } from '../../terminal/conversation/line.js';
import { printLines } from '../../terminal/print-lines.js';
import type { Terminal } from '../../terminal/terminal.js';
import { formatCount } from '../../terminal/text/format-amount.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';
import { leftoverLines } from './leftover-lines.js';

export interface ReapOptions {
  readonly json?: boolean;
  readonly yes?: boolean;
}

interface Reaped extends Leftover {
  /** Undefined: nobody was asked to remove it yet. */
  readonly removed: boolean | undefined;
  readonly problem?: string;
}

/** `dragoman doctor --reap`: shows what was left behind; with `--yes` it removes that. */
export async function reap({ json, yes }: ReapOptions, terminal: Terminal): Promise<ExitCode> {
  const reaped: Reaped[] = [];
  for (const leftover of await findLeftovers()) {
    if (terminal.signal.aborted) break;
    reaped.push(yes ? await removed(leftover) : { ...leftover, removed: undefined });
  }
  if (json) await terminal.write(reaped.map(jsonLine).join(''));
  else await printLines(reapedLines(reaped, terminal.columns), terminal);
  return reaped.some((one) => one.removed === false) ? EXIT.failure : EXIT.success;
}

/** One that can't be removed keeps nobody from the others. */
async function removed(leftover: Leftover): Promise<Reaped> {
  try {
    await leftover.remove();
    return { ...leftover, removed: true };
  } catch (error) {
    return { ...leftover, removed: false, problem: errorMessage(error) };
  }
}

function jsonLine({ remove: _remove, ...reaped }: Reaped): string {
  return `${writeJson(reaped)}\n`;
}

function reapedLines(reaped: readonly Reaped[], columns: number | undefined): Line[] {
  if (reaped.length === 0) return [painted('green', 'Nothing was left behind.')];
  const lines = reaped.flatMap((one) => [
    ...leftoverLines(one, columns),
    ...(one.problem === undefined ? [] : [painted('red', `      ✗ ${harmlessLine(one.problem)}`)]),
  ]);
  const things = formatCount(reaped.length, 'thing');
  const isDry = reaped.every((one) => one.removed === undefined);
  const failed = reaped.filter((one) => one.removed === false).length;
  if (isDry) {
    return [
      painted('bold', `${things} would be removed:`),
      ...lines,
      painted('dim', 'To remove them: dragoman doctor --reap --yes'),
    ];
  }
  const done = formatCount(reaped.length - failed, 'thing');
  const words = failed === 0 ? `${done} removed:` : `${done} removed, ${failed} not:`;
  return [painted('bold', words), ...lines];
}
