import type { DragomanEvent } from '@dragoman/protocol';

/** A position in the order of events whose content isn't known yet. */
export interface Slot {
  /** What it holds; undefined while that is open. */
  events: readonly DragomanEvent[] | undefined;
  /** Fills the slot by what is known now. */
  readonly decide: () => void;
  /** True for what the file says twice, close together: once a later record met its twin, it has none. */
  readonly expectsTwin: boolean;
}

/** Takes the events that rules make of records and keeps them in the order of the records. */
export interface Emitter {
  /** The time of the record that is being read. An event without a time gets it. */
  ts: string | undefined;
  emit(event: DragomanEvent): void;
  /** Reserves a slot for what a later record decides. `decide` must fill it. */
  reserve(decide: () => void, expectsTwin?: boolean): Slot;
  /** Fills a slot with these events, or with none. Only the first call counts. */
  fill(slot: Slot, events: readonly DragomanEvent[]): void;
  /** Decides the slots before this one: all of them, or those that expect a twin. */
  decideBefore(slot: Slot, which: 'all' | 'twins'): void;
  decideAll(): void;
  /** The events that no open slot stands before, each once. */
  take(): readonly DragomanEvent[];
}

/** How many entries wait behind an open slot before it is decided, so that memory stays bounded. */
const MOST_WAITING = 4096;
const NONE: readonly DragomanEvent[] = [];
const FILLED = (): void => {};

export function createEmitter(): Emitter {
  /** Most records make one event: a list of just that takes the least room. */
  let ready: DragomanEvent[] | undefined;
  let waiting: Slot[] = [];
  let first = 0;

  const deliver = (event: DragomanEvent): void => {
    if (ready === undefined) ready = [event];
    else ready.push(event);
  };

  const enqueue = (slot: Slot): void => {
    waiting.push(slot);
    if (waiting.length - first > MOST_WAITING) {
      waiting[first]?.decide();
      release();
    }
  };

  const release = (): void => {
    for (let slot = waiting[first]; slot?.events !== undefined; slot = waiting[first]) {
      for (const event of slot.events) deliver(event);
      first += 1;
    }
    if (first === waiting.length) {
      // Mostly one waits for the next record: taking it out leaves the list its room.
      if (first === 1) waiting.pop();
      else if (first > 1) waiting = [];
      first = 0;
    } else if (first > MOST_WAITING) {
      waiting = waiting.slice(first);
      first = 0;
    }
  };

  const decideUpTo = (end: Slot | undefined, which: 'all' | 'twins'): void => {
    for (let index = first; index < waiting.length; index += 1) {
      const slot = waiting[index];
      if (slot === undefined || slot === end) return;
      if (slot.events === undefined && (which === 'all' || slot.expectsTwin)) slot.decide();
    }
  };

  const emitter: Emitter = {
    ts: undefined,
    emit(event) {
      if (emitter.ts !== undefined && event.ts === undefined) event.ts = emitter.ts;
      if (waiting.length === 0) deliver(event);
      else enqueue({ events: [event], decide: FILLED, expectsTwin: false });
    },
    reserve(decide, expectsTwin = false) {
      const slot: Slot = { events: undefined, decide, expectsTwin };
      enqueue(slot);
      return slot;
    },
    fill(slot, events) {
      slot.events ??= events;
    },
    decideBefore: decideUpTo,
    decideAll: () => decideUpTo(undefined, 'all'),
    take() {
      if (waiting.length > 0) release();
      const taken = ready ?? NONE;
      ready = undefined;
      return taken;
    },
  };
  return emitter;
}
