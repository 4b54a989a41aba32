/** A part of a text that is to be replaced. */
export interface TextEdit {
  start: number;
  end: number;
  replacement: string;
}

/** Finds what is to be replaced in a text. Edits may overlap: the earlier one wins and grows. */
export type FindEdits = (text: string) => TextEdit[];

/**
 * Edits a text that was cut into pieces as if it were whole, and gives the pieces back. Where an
 * edit spans pieces, its replacement goes into the first of them.
 */
export function editPieces(pieces: readonly string[], findEdits: FindEdits): string[] {
  const edits = disjoint(findEdits(pieces.join('')));
  if (edits.length === 0) return [...pieces];
  let offset = 0;
  return pieces.map((piece) => {
    const edited = editPiece(piece, offset, edits);
    offset += piece.length;
    return edited;
  });
}

function editPiece(piece: string, offset: number, edits: readonly TextEdit[]): string {
  const end = offset + piece.length;
  let edited = '';
  let at = offset;
  for (const edit of edits) {
    if (edit.end <= at || edit.start >= end) continue;
    if (edit.start >= at)
      edited += piece.slice(at - offset, edit.start - offset) + edit.replacement;
    at = Math.min(edit.end, end);
  }
  return edited + piece.slice(at - offset);
}

function disjoint(edits: readonly TextEdit[]): TextEdit[] {
  const kept: TextEdit[] = [];
  for (const edit of edits.toSorted((left, right) => left.start - right.start)) {
    const last = kept.at(-1);
    if (last !== undefined && edit.start < last.end) last.end = Math.max(last.end, edit.end);
    else kept.push({ ...edit });
  }
  return kept;
}
