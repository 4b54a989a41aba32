import { comparableText } from './comparable-text.js';
import type { TextEvent } from './growing-text.js';
import type { PiecedText } from './pieced-text.js';
import { idKeyOf, speakerOf } from './text-speaker.js';

/** So many texts of one speaker wait for their whole; of more, the oldest are taken for complete. */
const MOST_WAITING = 64;

export interface UnconfirmedTexts {
  add(text: PiecedText): void;
  delete(text: PiecedText): void;
  /** True while no text has come in pieces. */
  isEmpty(): boolean;
  /** The text in pieces that a whole text repeats; or continues, if that is the open one. */
  find(whole: TextEvent, open: PiecedText | undefined): PiecedText | undefined;
}

/**
 * The texts of a chain that came in pieces and whose whole hasn't come. An agent may send it after
 * more has been said: a thought in pieces, a text in pieces, then the whole thought, the whole text.
 */
export function createUnconfirmedTexts(): UnconfirmedTexts {
  const bySpeaker = new Map<string, PiecedText[]>();

  return {
    add(text) {
      const waiting = bySpeaker.get(text.speaker) ?? [];
      bySpeaker.set(text.speaker, waiting);
      waiting.push(text);
      if (waiting.length > MOST_WAITING) waiting.shift();
    },
    delete(text) {
      const waiting = bySpeaker.get(text.speaker) ?? [];
      const index = waiting.indexOf(text);
      if (index !== -1) waiting.splice(index, 1);
    },
    isEmpty: () => bySpeaker.size === 0,
    find(whole, open) {
      const waiting = bySpeaker.get(speakerOf(whole)) ?? [];
      const matches = waiting.filter((text) => mayShareId(whole, text));
      const openMatch = matches.find((text) => text === open);
      // An empty whole says no more than that the open text is complete.
      if (whole.content === '') return openMatch;
      const content = comparableText(whole.content);
      const equal = matches.find((text) => text.growing.comparable === content);
      if (equal !== undefined) return equal;
      return openMatch !== undefined && continues(content, openMatch) ? openMatch : undefined;
    },
  };
}

/** Two ids that differ are two texts; where one has none, what they say decides. */
function mayShareId(whole: TextEvent, text: PiecedText): boolean {
  return idKeyOf(whole) === undefined || text.idKey === undefined;
}

/** Lengths first: they cost nothing, while a text in pieces is put together to be compared. */
function continues(content: string, { growing: { comparable } }: PiecedText): boolean {
  return content.length > comparable.length && content.startsWith(comparable);
}
