import { cutLine, type Line, painted } from '../../terminal/conversation/line.js';
import { formatBytes, formatCount } from '../../terminal/text/format-amount.js';
import { formatWhen } from '../../terminal/text/format-time.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';
import type { Cleaned } from './clean.js';

/** What goes, or would go, for a person: one line each, with its age and size. */
export function cleanedLines(cleaned: readonly Cleaned[], columns: number | undefined): Line[] {
  if (cleaned.length === 0) return [painted('green', 'There is nothing to remove.')];
  const failed = cleaned.filter((one) => one.removed === false);
  const gone = cleaned.filter((one) => one.removed !== false);
  const amount = `${formatCount(gone.length, 'thing')}, ${sizeOf(gone)}`;
  const isDry = cleaned.every((one) => one.removed === undefined);
  const left = failed.length === 0 ? '' : `; ${failed.length} not`;
  return [
    painted('bold', isDry ? `${amount}, would be removed:` : `${amount}, removed${left}:`),
    ...cleaned.flatMap((one) => linesOf(one, columns)),
    ...(isDry ? [painted('dim', 'To remove them, give the same command with --yes.')] : []),
  ];
}

function linesOf(one: Cleaned, columns: number | undefined): Line[] {
  const when = formatWhen(Date.parse(one.lastUsed), Date.now());
  const line: Line = [
    { text: `    ${one.kind} ` },
    { text: harmlessLine(one.name), format: 'bold' },
    { text: ` (${harmlessLine(one.about)}, last used ${when}, ${sizeOf([one])})` },
  ];
  const problem = one.problem === undefined ? [] : [`      ✗ ${harmlessLine(one.problem)}`];
  return [cutLine(line, columns), ...problem.map((text) => painted('red', text))];
}

function sizeOf(things: readonly Cleaned[]): string {
  const bytes = things.reduce((sum, thing) => sum + thing.bytes, 0);
  const isWhole = things.every((thing) => thing.isWhole);
  return `${isWhole ? '' : 'more than '}${formatBytes(bytes)}`;
}
