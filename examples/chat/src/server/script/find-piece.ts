import { chooseAColour } from './choose-a-colour.js';
import { fixTheBill } from './fix-the-bill.js';
import type { Piece } from './piece.js';
import { sayWhatIKnow } from './say-what-i-know.js';
import { showAFailure } from './show-a-failure.js';
import { watchTheKettle } from './watch-the-kettle.js';

/** What the page offers for a start. */
export const suggestedPieces: readonly Piece[] = [fixTheBill, chooseAColour, watchTheKettle];

/** What in a person's words asks for a piece. */
const KEYWORDS: readonly [RegExp, Piece][] = [
  [/\bfail/i, showAFailure],
  [/\bbill\b/i, fixTheBill],
  [/\bcolou?r|\bsign\b|\bpaint/i, chooseAColour],
  [/\bkettle\b/i, watchTheKettle],
];

/** The piece that is asked for, in whatever words. */
export function findPiece(asked: string): Piece {
  return KEYWORDS.find(([words]) => words.test(asked))?.[1] ?? sayWhatIKnow;
}
