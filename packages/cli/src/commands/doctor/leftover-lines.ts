import type { Leftover } from '@dragoman/runtime';
import { cutLine, type Line } from '../../terminal/conversation/line.js';
import { formatWhen } from '../../terminal/text/format-time.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';

const MOST_REMAINS = 10;

/** Something that was left behind, with what there is of it. */
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
