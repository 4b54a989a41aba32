const NARROW = /^[\u0020-\u007e]*$/;
/** Goes on top of what is before it: accents, joiners, the later letters of a Hangul syllable. */
const COMBINING = /^[\p{Mark}\p{Format}\p{Control}\u1160-\u11ff\p{Emoji_Modifier}]/u;
/** East Asian wide and fullwidth characters, and emoji that are shown as pictures by themselves. */
const WIDE =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18df2}\u{1aff0}-\u{1b2fb}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation})/u;
const FLAG_LETTER = /^\p{Regional_Indicator}/u;
const PICTURE_SELECTOR = '\ufe0f';
const JOINER = '\u200d';
/** A terminal has a stop every eight columns; the widest it can get is counted. */
const TAB_WIDTH = 8;

interface Glyph {
  readonly length: number;
  readonly width: number;
}

/** How many columns text takes in a terminal. */
export function textWidth(text: string): number {
  if (NARROW.test(text)) return text.length;
  let width = 0;
  for (const glyph of glyphsOf(text)) width += glyph.width;
  return width;
}

/** The beginning of text that fits into so many columns. */
export function fittingPart(text: string, columns: number): string {
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
 * What stands in the columns of a terminal: a character with all that goes on top of it. Close
 * enough for layout; `Intl.Segmenter` is exact but takes quadratic time.
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
