import type { LooseEvent } from '../event/loose-event.js';
import { endsText, type HeldText, hasMore, headOf, pieceOf } from './event-piece.js';
import type { Redactor } from './redactor.js';
import { createTextRedactor, type TextRedactor } from './text-redactor.js';

/** Redacts the events of a turn as they come. Some may give none at once, some several. */
export interface EventRedactor {
  push(event: LooseEvent): LooseEvent[];
  /** The same for an event that is told as it is. */
  pass(event: LooseEvent): LooseEvent[];
  /** What was held back of texts: the end of the turn. */
  flush(): LooseEvent[];
}

interface OpenText extends HeldText {
  readonly redactor: TextRedactor;
}

/** Texts under way at once. One more, and the oldest gives up what it holds. */
const MOST_TEXTS = 64;

/**
 * A secret may lie across the pieces of a text. The shortest end of a piece that could become one
 * waits for the next piece of the same text, or for what ends the text; it is then told as a piece
 * of its own. All else goes on at once, in its order.
 */
export function createEventRedactor(redactor: Redactor): EventRedactor {
  const open = new Map<string, OpenText>();

  const release = (texts: Iterable<[string, OpenText]>): LooseEvent[] => {
    const released: LooseEvent[] = [];
    for (const [key, text] of [...texts]) {
      open.delete(key);
      const content = text.redactor.flush();
      if (content !== '') released.push({ ...text.head, content });
    }
    return released;
  };

  const releaseEnded = (event: LooseEvent): LooseEvent[] => {
    if (open.size === 0) return [];
    return release([...open].filter(([key, text]) => endsText(event, key, text)));
  };

  return {
    push(event) {
      const released = releaseEnded(event);
      const piece = pieceOf(event);
      if (piece === undefined) return [...released, redactor.event(event)];
      const { key, content } = piece;
      const text = open.get(key) ?? {
        head: redactor.event(headOf(event)),
        redactor: createTextRedactor(redactor.finder),
      };
      // Taken out and put in again: the map's order is that of their last pieces.
      open.delete(key);
      open.set(key, text);
      const shown = text.redactor.push(content);
      if (open.size > MOST_TEXTS) released.push(...release([...open].slice(0, 1)));
      const isRich = hasMore(event);
      if (shown === '' && content !== '' && !isRich) return released;
      const rest = isRich ? redactor.event({ ...event, content: '' }) : { ...event, ...text.head };
      return [...released, { ...rest, content: shown }];
    },
    pass: (event) => [...releaseEnded(event), event],
    flush: () => release(open),
  };
}
