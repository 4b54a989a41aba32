import type { DragomanEvent } from '@dragoman/protocol';
import type { EventQueue, Place } from './event-queue.js';

/**
 * Most files tell what was said twice: as an event while it happened, and as the item that went into
 * the model's history. The item is the one to tell, in the place of its event, one for one, within a turn.
 * An event whose item never came is all that is left of an aborted reply and is told in its place.
 */
export interface TwinTexts {
  /** An event says this. It is told, as `tell` makes it, when it turns out to be alone. */
  hear(key: string, tell: () => DragomanEvent): void;
  /**
   * An item says these, together. It is told in the place of the first of its events, so that what
   * the file has only an event of, further on, comes after it. False when there is no such place and
   * nothing was told of it yet.
   */
  answer(keys: readonly string[], events: readonly DragomanEvent[]): boolean;
  /** True when an event that says this waits for its item. */
  isHeard(key: string): boolean;
  endTurn(): void;
}

export function createTwinTexts(queue: EventQueue): TwinTexts {
  const heard = new Map<string, Place[]>();
  /** Told by an item; the event that repeats it may follow. */
  const answered = new Map<string, number>();
  /** Told by an event that was taken to be alone. */
  const kept = new Map<string, number>();

  const firstHeard = (key: string): Place | undefined => {
    const waiting = heard.get(key);
    while (waiting !== undefined && waiting.length > 0) {
      const [next] = waiting;
      if (next?.events === undefined) return next;
      waiting.shift();
    }
    return undefined;
  };

  return {
    hear(key, tell) {
      if (takeOne(answered, key)) return;
      const decide = (): void => {
        queue.settle(place, [tell()]);
        addOne(kept, key);
      };
      const place = queue.hold(decide, true);
      const waiting = heard.get(key);
      if (waiting === undefined) heard.set(key, [place]);
      else waiting.push(place);
    },
    answer(keys, events) {
      let told = 0;
      let latest: Place | undefined;
      for (const key of keys) {
        const twin = firstHeard(key);
        if (twin !== undefined) {
          queue.settle(twin, latest === undefined ? events : []);
          latest = twin;
        } else if (takeOne(kept, key)) told += 1;
        else addOne(answered, key);
      }
      if (latest === undefined) return told > 0 && told === keys.length;
      queue.decideBefore(latest, 'twins');
      return true;
    },
    isHeard: (key) => firstHeard(key) !== undefined,
    endTurn() {
      if (heard.size > 0) heard.clear();
      if (answered.size > 0) answered.clear();
      if (kept.size > 0) kept.clear();
    },
  };
}

function addOne(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function takeOne(counts: Map<string, number>, key: string): boolean {
  const count = counts.get(key);
  if (count === undefined) return false;
  if (count === 1) counts.delete(key);
  else counts.set(key, count - 1);
  return true;
}
