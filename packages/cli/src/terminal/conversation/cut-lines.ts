import { cutText } from '../text/cut-text.js';
import { cutLine, type Line, painted } from './line.js';
import type { Look } from './look.js';

/** Where the columns are not known, a line still is no place for megabytes. */
const LONGEST_LINE = 1000;

interface CutOptions {
  readonly head: number;
  readonly tail: number;
}

/**
 * Lines as they come from a program: each cut to the room there is, and of many only the first and
 * the last, with a note of how many are left out. `full` leaves all as they are.
 */
export function cutLines(lines: readonly Line[], { head, tail }: CutOptions, look: Look): Line[] {
  if (look.full) return [...lines];
  const fitted = (line: Line) =>
    look.columns === undefined ? shortened(line) : cutLine(line, look.columns);
  const left = lines.length - head - tail;
  // A note in the place of one line saves nothing.
  if (left <= 1) return lines.map(fitted);
  return [
    ...lines.slice(0, head).map(fitted),
    painted('dim', `… ${left} more lines; --full shows all`),
    ...lines.slice(lines.length - tail).map(fitted),
  ];
}

function shortened(line: Line): Line {
  return line.map((span) =>
    span.text.length <= LONGEST_LINE ? span : { ...span, text: cutText(span.text, LONGEST_LINE) },
  );
}
