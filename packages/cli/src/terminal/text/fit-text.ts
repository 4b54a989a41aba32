const NARROW = /^[\u0020-\u007e]*$/;
/** Combines with the character before it: accents, joiners, the later letters of a Hangul syllable. */
const COMBINING = /^[\p{Mark}\p{Format}\p{Control}\u1160-\u11ff\p{Emoji_Modifier}]/u;
/** East Asian wide and fullwidth characters, and emoji with picture presentation. */
const WIDE =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18df2}\u{1aff0}-\u{1b2fb}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation})/u;
const FLAG_LETTER = /^\p{Regional_Indicator}/u;
const PICTURE_SELECTOR = '\ufe0f';
const JOINER = '\u200d';
/** Tab stops are eight columns apart; the maximum is counted. */
const TAB_WIDTH = 8;

interface Glyph {
  readonly length: number;
  readonly width: number;
}

/** The number of columns that text takes in a terminal. */
export function textWidth(text: string): number {
  if (NARROW.test(text)) return text.length;
  let width = 0;
  for (const glyph of glyphsOf(text)) width += glyph.width;
  return width;
}

/** The beginning of text that fits into a number of columns. */
function fittingPart(text: string, columns: number): string {
  if (NARROW.test(text)) return text.slice(0, Math.max(0, columns));
  let width = 0;
  let end = 0;
  for (const glyph of glyphsOf(text)) {
    width += glyph.width;
    if (width > columns) break;
    end += glyph.length;
  }
  return text.slice(0, end);
}

/**
 * Characters with everything that combines with them. Close enough for layout; `Intl.Segmenter` is
 * exact but takes quadratic time.
 */
function* glyphsOf(text: string): Generator<Glyph> {
  let length = 0;
  let width = 0;
  let joined = false;
  let isHalfFlag = false;
  for (const character of text) {
    const isFlagLetter = FLAG_LETTER.test(character);
    const continues = joined || COMBINING.test(character) || (isHalfFlag && isFlagLetter);
    if (continues && length > 0 && character !== '\t') {
      if (character === PICTURE_SELECTOR) width = 2;
    } else {
      if (length > 0) yield { length, width };
      length = 0;
      width = ownWidth(character);
    }
    isHalfFlag = isFlagLetter && length === 0;
    length += character.length;
    joined = character === JOINER;
  }
  if (length > 0) yield { length, width };
}

function ownWidth(character: string): number {
  if (character === '\t') return TAB_WIDTH;
  if (COMBINING.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

const ELLIPSIS = '…';
/** More than any column can hold, so that only the beginning of a very long text is measured. */
const CODE_UNITS_PER_COLUMN = 20;

/** Text cut to a number of columns, with an ellipsis at the cut. */
export function cutText(text: string, columns: number): string {
  if (columns <= 0) return '';
  const beginning = text.slice(0, columns * CODE_UNITS_PER_COLUMN);
  if (beginning.length === text.length && textWidth(text) <= columns) return text;
  return `${fittingPart(beginning, columns - 1).trimEnd()}${ELLIPSIS}`;
}

const NARROW_WORD = /^[\u0021-\u007e]+$/;
const LEADING_SPACE = /^\s*/;

/**
 * Wraps a line at spaces, with the indentation of the first line on all. An address or a path that is
 * too long is left whole, so that it can be copied; text of a script without spaces is broken anywhere.
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

/** A word in pieces that fit into a number of columns. */
export function* piecesOf(word: string, columns: number): Generator<string> {
  let rest = word;
  while (rest !== '') {
    const beginning = rest.slice(0, columns * CODE_UNITS_PER_COLUMN);
    const piece = fittingPart(beginning, columns) || beginning;
    yield piece;
    rest = rest.slice(piece.length);
  }
}
