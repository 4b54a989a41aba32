import type { DragomanEvent } from '@dragoman/protocol';

/** The event with the time of its record, for one that is emitted while a later record is read. */
export function timed<Event extends DragomanEvent>(event: Event, ts: string | undefined): Event {
  if (ts !== undefined) event.ts = ts;
  return event;
}
