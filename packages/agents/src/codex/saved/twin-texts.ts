import type { DragomanEvent } from '@dragoman/protocol';
import type { EventQueue, Place } from '../../interpret/event-queue.js';

/**
 * Most files tell what was said twice: as an event while it happened, and as the item that went into
 * the model's history. The item is the one to tell, in the place of its event, one for one, within a turn.
 * An event whose item never came is all that is left of an aborted reply and is told in its place.
 */
export interface TwinTexts {
  /** An event says this. It is told, as `tell` makes it, when it turns out to be alone. */
  hear(text: string, emit: () => DragomanEvent): void;
  /**
   * An item says these, together. It is told in the place of the first of its events, so that what
   * the file has only an event of, further on, comes after it. False when there is no such place and
   * nothing was told of it yet.
   */
  answer(texts: readonly string[], events: readonly DragomanEvent[]): boolean;
  /** True when an event that says this waits for its item. */
  isHeard(text: string): boolean;
  endTurn(): void;
}

/** The events that say the same, in order. Those before `next` are decided. */
interface Heard {
  readonly places: Place[];
  next: number;
}

export function createTwinTexts(queue: EventQueue): TwinTexts {
  const heard = new Map<string, Heard>();
  /** Told by an item; the event that repeats it may follow. */
  const answered = new Map<string, number>();
  /** Told by an event that was taken to be alone. */
  const kept = new Map<string, number>();

  const firstHeard = (text: string): Place | undefined => {
    const waiting = heard.get(text);
    if (waiting === undefined) return undefined;
    for (; waiting.next < waiting.places.length; waiting.next += 1) {
      const place = waiting.places[waiting.next];
      if (place?.events === undefined) return place;
    }
    heard.delete(text);
    return undefined;
  };

  return {
    hear(text, emit) {
      if (takeOne(answered, text)) return;
      const decide = (): void => {
        queue.settle(place, [emit()]);
        addOne(kept, text);
      };
      const place = queue.hold(decide, true);
      const waiting = heard.get(text);
      if (waiting === undefined) heard.set(text, { places: [place], next: 0 });
      else waiting.places.push(place);
    },
    answer(texts, events) {
      let told = 0;
      let latest: Place | undefined;
      for (const text of texts) {
        const twin = firstHeard(text);
        if (twin !== undefined) {
          queue.settle(twin, latest === undefined ? events : []);
          latest = twin;
        } else if (takeOne(kept, text)) told += 1;
        else addOne(answered, text);
      }
      if (latest === undefined) return told > 0 && told === texts.length;
      queue.decideBefore(latest, 'twins');
      return true;
    },
    isHeard: (text) => firstHeard(text) !== undefined,
    endTurn() {
      if (heard.size > 0) heard.clear();
      if (answered.size > 0) answered.clear();
      if (kept.size > 0) kept.clear();
    },
  };
}

function addOne(counts: Map<string, number>, text: string): void {
  counts.set(text, (counts.get(text) ?? 0) + 1);
}

function takeOne(counts: Map<string, number>, text: string): boolean {
  const count = counts.get(text);
  if (count === undefined) return false;
  if (count === 1) counts.delete(text);
  else counts.set(text, count - 1);
  return true;
}
