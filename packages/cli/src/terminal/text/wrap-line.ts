import { fittingPart, textWidth } from './text-width.js';

const NARROW_WORD = /^[\u0021-\u007e]+$/;
const LEADING_SPACE = /^\s*/;
/** No readable text has more, so that only the beginning of a very long word is measured. */
const CODE_UNITS_PER_COLUMN = 20;

/**
 * One line as lines of at most so many columns, broken at spaces, each indented as the first. An
 * address or a path that is too long is left whole, so that it can be copied; text of a script
 * without spaces is broken anywhere.
 */
export function wrapLine(line: string, columns: number): string[] {
  if (textWidth(line) <= columns) return [line];
  const margin = LEADING_SPACE.exec(line)?.[0] ?? '';
  const indent = textWidth(margin) * 2 > columns ? '' : margin;
  const room = columns - textWidth(indent);
  const lines: string[] = [];
  let current: string[] = [];
  let width = 0;
  for (const word of wordsOf(line, room)) {
    const wordWidth = textWidth(word);
    if (current.length > 0 && width + 1 + wordWidth > room) {
      lines.push(indent + current.join(' '));
      current = [];
      width = 0;
    }
    width += wordWidth + (current.length > 0 ? 1 : 0);
    current.push(word);
  }
  if (current.length > 0) lines.push(indent + current.join(' '));
  return lines;
}

function* wordsOf(line: string, columns: number): Generator<string> {
  for (const word of line.split(/\s+/)) {
    if (word === '') continue;
    if (NARROW_WORD.test(word)) yield word;
    else yield* piecesOf(word, columns);
  }
}

function* piecesOf(word: string, columns: number): Generator<string> {
  let rest = word;
  while (rest !== '') {
    const beginning = rest.slice(0, columns * CODE_UNITS_PER_COLUMN);
    const piece = fittingPart(beginning, columns) || beginning;
    yield piece;
    rest = rest.slice(piece.length);
  }
}
