import { comparableText, type TextEvent } from './growing-text.js';
import type { PiecedText } from './pieced-text.js';
import { idKeyOf, speakerOf } from './text-speaker.js';

/** So many texts of one speaker wait for their whole; of more, the oldest are taken for complete. */
const MOST_WAITING = 64;

export interface UnconfirmedTexts {
  add(text: PiecedText): void;
  delete(text: PiecedText): void;
  /** The text in pieces that a whole text repeats, or repeats and continues. */
  find(whole: TextEvent, latest: PiecedText | undefined): PiecedText | undefined;
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
    find(whole, latest) {
      const speaker = speakerOf(whole);
      const candidates = (bySpeaker.get(speaker) ?? []).filter((text) => mayShareId(whole, text));
      const isLatest = (text: PiecedText) => text === latest;
      // An empty whole says no more than that the latest is complete.
      if (whole.content === '') return candidates.find(isLatest);
      const content = comparableText(whole.content);
      return (
        longestRepeated(candidates, content) ??
        candidates.find((text) => isLatest(text) && isBlank(text))
      );
    },
  };
}

/** Two ids that differ are two texts; where one has none, what they say decides. */
function mayShareId(whole: TextEvent, text: PiecedText): boolean {
  return idKeyOf(whole) === undefined || text.idKey === undefined;
}

/** The longest is the closest, and equal at best; of the equally long it is the first. */
function longestRepeated(texts: readonly PiecedText[], content: string): PiecedText | undefined {
  let longest: PiecedText | undefined;
  for (const text of texts) {
    if (isBlank(text) || !content.startsWith(text.growing.comparable)) continue;
    const isLonger =
      longest === undefined || text.growing.comparable.length > longest.growing.comparable.length;
    if (isLonger) longest = text;
  }
  return longest;
}

function isBlank(text: PiecedText): boolean {
  return text.growing.comparable === '';
}
