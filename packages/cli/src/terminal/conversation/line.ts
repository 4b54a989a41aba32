import type { Paint } from '../paint.js';
import { cutText } from '../text/cut-text.js';
import { showControls } from '../text/harmless-text.js';
import { textWidth } from '../text/text-width.js';

export type Format = Parameters<Paint>[0];

/** A piece of a line that looks the same throughout. */
export interface Span {
  readonly text: string;
  readonly format?: Format;
}

/** One line of what is shown, before it is painted. */
export type Line = readonly Span[];

export const BLANK: Line = [];

export function plain(text: string): Line {
  return [{ text }];
}

export function painted(format: Format, text: string): Line {
  return [{ text, format }];
}

/** Lines with the same text before each of them. */
export function indented(lines: readonly Line[], margin: string): Line[] {
  return lines.map((line) =>
    line.length === 0 && margin.trim() === '' ? line : [{ text: margin }, ...line],
  );
}

/** Whether two lines read the same. */
export function sameText(line: Line, other: Line | undefined): boolean {
  return other !== undefined && textOf(line) === textOf(other);
}

/** A line as text without its looks. */
export function textOf(line: Line): string {
  return line.map(({ text }) => text).join('');
}

/** A line that fits into so many columns; any line fits where the columns are not known. */
export function cutLine(line: Line, columns: number | undefined): Line {
  if (columns === undefined) return line;
  const spans: Span[] = [];
  let room = columns;
  for (const [index, span] of line.entries()) {
    const isLast = index === line.length - 1;
    const text = cutText(span.text, room);
    room -= textWidth(text);
    // When something comes after a piece that has just filled the line, its end tells of it.
    const needsMark = room <= 0 && !isLast && text === span.text;
    spans.push({ ...span, text: needsMark ? cutText(`${text}…`, columns) : text });
    if (room <= 0) break;
  }
  return spans;
}

/**
 * The text of a line for a terminal. Whatever the line was made of, no control character gets
 * through here but those of the paint.
 */
export function printLine(line: Line, paint: Paint): string {
  return line
    .map(({ text, format }) => {
      const safe = showControls(text);
      return format === undefined || safe === '' ? safe : paint(format, safe);
    })
    .join('')
    .trimEnd();
}
