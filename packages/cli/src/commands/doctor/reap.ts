import { errorMessage } from '@dragoman/protocol/internal';
import { findLeftovers, type Leftover } from '@dragoman/runtime';
import { EXIT, type ExitCode } from '../../exit-code.js';
import { cutLine, type Line, painted, printLines } from '../../terminal/line.js';
import type { Terminal } from '../../terminal/terminal.js';
import { formatCount, formatWhen } from '../../terminal/text/formats.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';

const MOST_REMAINS = 10;

interface ReapOptions {
  readonly json?: boolean;
  readonly yes?: boolean;
}

interface Reaped extends Leftover {
  /** Undefined without `--yes`. */
  readonly removed: boolean | undefined;
  readonly problem?: string;
}

/** `dragoman doctor --reap`: lists leftovers; with `--yes` removes them. */
import { jsonLine } from '../../terminal/text/json-line.js';

export async function reap({ json, yes }: ReapOptions, terminal: Terminal): Promise<ExitCode> {
  const reaped: Reaped[] = [];
  for (const leftover of await findLeftovers()) {
    if (terminal.signal.aborted) break;
    reaped.push(yes ? await removed(leftover) : { ...leftover, removed: undefined });
  }
  if (json) await terminal.write(reaped.map(asLine).join(''));
  else await printLines(reapedLines(reaped, terminal.columns), terminal);
  return reaped.some((one) => one.removed === false) ? EXIT.failure : EXIT.success;
}

/** A failure is recorded, and the others are still removed. */
async function removed(leftover: Leftover): Promise<Reaped> {
  try {
    await leftover.remove();
    return { ...leftover, removed: true };
  } catch (error) {
    return { ...leftover, removed: false, problem: errorMessage(error) };
  }
}

function asLine({ remove: _remove, ...reaped }: Reaped): string {
  return jsonLine(reaped);
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

/** A leftover, with its parts. */
export function leftoverLines(leftover: Leftover, columns: number | undefined): Line[] {
  const { kind, name, about, since, remains } = leftover;
  const when = since === undefined ? '' : `, ${formatWhen(Date.parse(since), Date.now())}`;
  const shown = remains.length > MOST_REMAINS ? remains.slice(0, MOST_REMAINS - 1) : remains;
  const more = remains.length - shown.length;
  const lines: Line[] = [
    [
      { text: `    ${kind} ` },
      { text: harmlessLine(name), format: 'bold' },
      { text: ` (${harmlessLine(about)}${when})` },
    ],
    ...shown
      .filter((remain) => remain !== name)
      .map((remain): Line => [{ text: `      ${harmlessLine(remain)}`, format: 'dim' }]),
    ...(more > 0 ? [[{ text: `      … ${more} more`, format: 'dim' as const }]] : []),
  ];
  return lines.map((line) => cutLine(line, columns));
}
