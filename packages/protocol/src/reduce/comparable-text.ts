/**
 * A text without what agents change between its pieces and the whole: the space around it (Gemini
 * streams "I will list. " and then says "I will list.") and the way its lines end.
 */
export function comparableText(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}

/** The comparable form of a text that comes in pieces. */
export interface ComparableText {
  append(piece: string): void;
  text(): string;
}

/** Looks at each piece once, so that asking in between costs nothing, however long the text is. */
export function createComparableText(): ComparableText {
  let text = '';
  /** The space at the end so far, which is part of the text only if more follows. */
  let space = '';

  return {
    append(piece) {
      const trimmed = piece.trimEnd();
      if (trimmed === '') {
        space += piece;
        return;
      }
      const added = (space + trimmed).replaceAll('\r\n', '\n');
      text += text === '' ? added.trimStart() : added;
      space = piece.slice(trimmed.length);
    },
    text: () => text,
  };
}
