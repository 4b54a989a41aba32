import type { DragomanEvent } from '@dragoman/protocol';

/** A place in the order of events, for something of which isn't known yet what it will be. */
export interface Place {
  /** What it has become; undefined while that is open. */
  events: readonly DragomanEvent[] | undefined;
  /** Settles the place by what is known now. */
  readonly decide: () => void;
  /** True for what the file tells twice, close together: once something later has met its twin, it has none. */
  readonly expectsTwin: boolean;
}

/** Keeps events in the order of the file while some of them are undecided. */
export interface EventQueue {
  emit(event: DragomanEvent): void;
  /** Holds a place. `decide` must settle it. */
  hold(decide: () => void, expectsTwin?: boolean): Place;
  /** Says what a held place is: these events, or nothing. The first word counts. */
  settle(place: Place, events: readonly DragomanEvent[]): void;
  /** Decides the places before this one: all of them, or those that expect a twin. */
  decideBefore(place: Place, which: 'all' | 'twins'): void;
  decideAll(): void;
  /** The events that nothing undecided stands before, each once. */
  take(): readonly DragomanEvent[];
}

/** So many places wait for one that is undecided; then it is decided, so that memory stays bounded. */
const MOST_WAITING = 4096;
const NOTHING: readonly DragomanEvent[] = [];
const SETTLED = (): void => {};

export function createEventQueue(): EventQueue {
  /** Most records make one event: a list of just that takes the least room. */
  let ready: DragomanEvent[] | undefined;
  let waiting: Place[] = [];
  let first = 0;

  const deliver = (event: DragomanEvent): void => {
    if (ready === undefined) ready = [event];
    else ready.push(event);
  };

  const enqueue = (place: Place): void => {
    waiting.push(place);
    if (waiting.length - first > MOST_WAITING) {
      waiting[first]?.decide();
      release();
    }
  };

  const release = (): void => {
    for (let place = waiting[first]; place?.events !== undefined; place = waiting[first]) {
      for (const event of place.events) deliver(event);
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

  const decideUpTo = (end: Place | undefined, which: 'all' | 'twins'): void => {
    for (let index = first; index < waiting.length; index += 1) {
      const place = waiting[index];
      if (place === undefined || place === end) return;
      if (place.events === undefined && (which === 'all' || place.expectsTwin)) place.decide();
    }
  };

  return {
    emit(event) {
      if (waiting.length === 0) deliver(event);
      else enqueue({ events: [event], decide: SETTLED, expectsTwin: false });
    },
    hold(decide, expectsTwin = false) {
      const place: Place = { events: undefined, decide, expectsTwin };
      enqueue(place);
      return place;
    },
    settle(place, events) {
      place.events ??= events;
    },
    decideBefore: decideUpTo,
    decideAll: () => decideUpTo(undefined, 'all'),
    take() {
      if (waiting.length > 0) release();
      const taken = ready ?? NOTHING;
      ready = undefined;
      return taken;
    },
  };
}
