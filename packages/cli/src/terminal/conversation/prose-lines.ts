import { harmlessLines } from '../text/harmless-text.js';
import { wrapLine } from '../text/wrap-line.js';
import { type Format, type Line, plain } from './line.js';
import { type Look, proseColumns } from './look.js';

/** What somebody says, wrapped to the room there is, without blank lines around it. */
export function proseLines(text: string, look: Look, format?: Format): Line[] {
  const columns = proseColumns(look);
  const lines = withoutBlankEnds(harmlessLines(text));
  const wrapped =
    columns === undefined ? lines : lines.flatMap((line) => wrapLine(line.trimEnd(), columns));
  return wrapped.map((line) => (format === undefined ? plain(line) : [{ text: line, format }]));
}

/** Lines from the first to the last that says something. */
export function withoutBlankEnds(lines: readonly string[]): string[] {
  const says = (line: string) => line.trim() !== '';
  const first = lines.findIndex(says);
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex(says) + 1);
}
