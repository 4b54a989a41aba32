const MIN_PIECE = 8;
const MAX_PIECES = 64;

/**
 * Cuts a text as a model streams it: into several pieces, never inside a character. The pieces
 * together are the text; an empty text has none.
 */
export function splitText(text: string): string[] {
  // By code points: a cut in a surrogate pair would not survive UTF-8.
  const characters = Array.from(text);
  const size = Math.max(MIN_PIECE, Math.ceil(characters.length / MAX_PIECES));
  const pieces: string[] = [];
  for (let start = 0; start < characters.length; start += size) {
    pieces.push(characters.slice(start, start + size).join(''));
  }
  return pieces;
}
