import type { DragomanEvent } from '@dragoman/protocol';
import type { Emitter, Slot } from '../../interpret/emitter.js';

/**
 * Most files say twice what was said: as an event while it happened, and as the item that went into
 * the model's history. The item is emitted, in the slot of its event, one for one, within a turn. An
 * event whose item never comes is all that is left of an aborted reply and is emitted in its slot.
 *
 * Up to 0.80 the events of a whole reply come before its items, and its calls are items only: what was
 * said behind a call is known by its item, which stands behind the call, and is emitted there.
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
  /** The item of a call. */
  noteCall(): void;
  /** True when an event that says this waits for its item. */
  isWaiting(text: string): boolean;
  endTurn(): void;
}

/** The slot of an event, and how many calls had been made before it. */
interface EventSlot {
  readonly slot: Slot;
  readonly calls: number;
}

export function createTwinTexts(emitter: Emitter): TwinTexts {
  const waiting = new Map<string, EventSlot[]>();
  let calls = 0;
  /** Emitted from an item; the event that repeats it may follow. */
  const fromItems = new Map<string, number>();
  /** Emitted from an event that seemed to be alone. */
  const fromEvents = new Map<string, number>();

  /** The slots of events that say this, in order, as far as they are open. */
  const openSlots = (text: string): readonly EventSlot[] => {
    const same = waiting.get(text);
    if (same === undefined || same.every(isOpen)) return same ?? NONE;
    const open = same.filter(isOpen);
    if (open.length === 0) waiting.delete(text);
    else waiting.set(text, open);
    return open;
  };

  /** The slot of the event that an item repeats: rather one that no call stands behind. */
  const twinOf = (text: string): EventSlot | undefined => {
    const open = openSlots(text);
    return open.find((each) => each.calls === calls) ?? open[0];
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
      if (same === undefined) waiting.set(text, [{ slot, calls }]);
      else same.push({ slot, calls });
    },
    addItem(texts, events) {
      let emitted = 0;
      let latest: Slot | undefined;
      let isBehindCall = false;
      for (const text of texts) {
        const twin = twinOf(text);
        if (twin !== undefined) {
          isBehindCall ||= latest === undefined && twin.calls < calls;
          emitter.fill(twin.slot, latest === undefined && !isBehindCall ? events : []);
          latest = twin.slot;
        } else if (takeOne(fromEvents, text)) emitted += 1;
        else addOne(fromItems, text);
      }
      if (latest === undefined) return emitted > 0 && emitted === texts.length;
      emitter.decideBefore(latest, 'twins');
      if (isBehindCall) events.forEach(emitter.emit);
      return true;
    },
    noteCall() {
      calls += 1;
    },
    isWaiting: (text) => openSlots(text).length > 0,
    endTurn() {
      if (waiting.size > 0) waiting.clear();
      if (fromItems.size > 0) fromItems.clear();
      if (fromEvents.size > 0) fromEvents.clear();
    },
  };
}

const NONE: readonly EventSlot[] = [];

function isOpen({ slot }: EventSlot): boolean {
  return slot.events === undefined;
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
