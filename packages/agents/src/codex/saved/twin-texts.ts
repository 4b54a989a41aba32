import type { DragomanEvent } from '@dragoman/protocol';
import type { Emitter, Slot } from '../../interpret/emitter.js';

/**
 * Most files say twice what was said: as an event while it happened, and as the item that went into
 * the model's history. The item is emitted, in the slot of its event, one for one, within a turn. An
 * event whose item never comes is all that is left of an aborted reply and is emitted in its slot.
 */
export interface TwinTexts {
  /** An event says this. It is emitted, as `eventOf` makes it, when it turns out to be alone. */
  addEvent(text: string, eventOf: () => DragomanEvent): void;
  /**
   * An item says these, together. It is emitted in the slot of the first of its events, so that what
   * the file has only an event of, further on, comes after it. False when there is no such slot and
   * nothing of it was emitted yet.
   */
  addItem(texts: readonly string[], events: readonly DragomanEvent[]): boolean;
  /** True when an event that says this waits for its item. */
  isWaiting(text: string): boolean;
  endTurn(): void;
}

/** The slots of events that say the same, in order. Those before `next` are filled. */
interface Waiting {
  readonly slots: Slot[];
  next: number;
}

export function createTwinTexts(emitter: Emitter): TwinTexts {
  const waiting = new Map<string, Waiting>();
  /** Emitted from an item; the event that repeats it may follow. */
  const fromItems = new Map<string, number>();
  /** Emitted from an event that seemed to be alone. */
  const fromEvents = new Map<string, number>();

  const firstSlot = (text: string): Slot | undefined => {
    const same = waiting.get(text);
    if (same === undefined) return undefined;
    for (; same.next < same.slots.length; same.next += 1) {
      const slot = same.slots[same.next];
      if (slot?.events === undefined) return slot;
    }
    waiting.delete(text);
    return undefined;
  };

  return {
    addEvent(text, eventOf) {
      if (takeOne(fromItems, text)) return;
      const decide = (): void => {
        emitter.fill(slot, [eventOf()]);
        addOne(fromEvents, text);
      };
      const slot = emitter.reserve(decide, true);
      const same = waiting.get(text);
      if (same === undefined) waiting.set(text, { slots: [slot], next: 0 });
      else same.slots.push(slot);
    },
    addItem(texts, events) {
      let emitted = 0;
      let latest: Slot | undefined;
      for (const text of texts) {
        const twin = firstSlot(text);
        if (twin !== undefined) {
          emitter.fill(twin, latest === undefined ? events : []);
          latest = twin;
        } else if (takeOne(fromEvents, text)) emitted += 1;
        else addOne(fromItems, text);
      }
      if (latest === undefined) return emitted > 0 && emitted === texts.length;
      emitter.decideBefore(latest, 'twins');
      return true;
    },
    isWaiting: (text) => firstSlot(text) !== undefined,
    endTurn() {
      if (waiting.size > 0) waiting.clear();
      if (fromItems.size > 0) fromItems.clear();
      if (fromEvents.size > 0) fromEvents.clear();
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
