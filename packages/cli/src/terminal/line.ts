import type { Paint, Terminal } from './terminal.js';
import { cutText, textWidth } from './text/fit-text.js';
import { showControls } from './text/harmless-text.js';
import { wrapSpans } from './wrap-spans.js';

export type Format = Parameters<Paint>[0];

/** A piece of a line with one format. */
interface Span {
  readonly text: string;
  readonly format?: Format;
}

/** One line of output, before it is painted. */
export type Line = readonly Span[];

export const BLANK: Line = [];

export function plain(text: string): Line {
  return [{ text }];
}

export function painted(format: Format, text: string): Line {
  return [{ text, format }];
}

/** Lines with a margin before each of them. */
export function indented(lines: readonly Line[], margin: string): Line[] {
  return lines.map((line) =>
    line.length === 0 && margin.trim() === '' ? line : [{ text: margin }, ...line],
  );
}

/** Whether two lines read the same. */
export function sameText(line: Line, other: Line | undefined): boolean {
  return other !== undefined && textOf(line) === textOf(other);
}

/** A line as text without formats. */
export function textOf(line: Line): string {
  return line.map(({ text }) => text).join('');
}

/** The number of columns that a line takes. */
export function lineWidth(line: Line): number {
  return textWidth(textOf(line));
}

/** A line cut to a number of columns; unchanged if the columns are unknown. */
export function cutLine(line: Line, columns: number | undefined): Line {
  if (columns === undefined) return line;
  const spans: Span[] = [];
  let room = columns;
  for (const [index, span] of line.entries()) {
    const isLast = index === line.length - 1;
    const text = cutText(span.text, room);
    room -= textWidth(text);
    // If more comes after a piece that has just filled the line, an ellipsis shows it.
    const needsMark = room <= 0 && !isLast && text === span.text;
    spans.push({ ...span, text: needsMark ? cutText(`${text}…`, columns) : text });
    if (room <= 0) break;
  }
  return spans;
}

/** The text of a line for a terminal. Control characters are made visible, except those of the paint. */
export function printLine(line: Line, paint: Paint): string {
  return line
    .map(({ text, format }) => {
      const safe = showControls(text);
      return format === undefined || safe === '' ? safe : paint(format, safe);
    })
    .join('')
    .trimEnd();
}

/** Writes lines to stdout. */
export async function printLines(lines: readonly Line[], terminal: Terminal): Promise<void> {
  if (lines.length === 0) return;
  const printed = lines.map((line) => printLine(line, terminal.paintData));
  await terminal.write(`${printed.join('\n')}\n`);
}

/** Prints lines on stderr, wrapped at spaces. */
export function sayLines(lines: readonly Line[], terminal: Terminal): void {
  const { messageColumns: columns } = terminal;
  for (const line of lines) {
    const wrapped = columns === undefined ? [line] : hanging(line, columns);
    for (const one of wrapped) terminal.say(printLine(one, terminal.paint));
  }
}

/** A line wrapped under its own indentation and two columns more. */
function hanging(line: Line, columns: number): Line[] {
  if (lineWidth(line) <= columns) return [line];
  const margin = /^ */.exec(textOf(line))?.[0] ?? '';
  const [first = [], ...rest] = wrapSpans(line, Math.max(20, columns - margin.length - 2));
  return [[{ text: margin }, ...first], ...rest.map((one) => [{ text: `${margin}  ` }, ...one])];
}
