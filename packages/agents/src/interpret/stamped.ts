import type { DragomanEvent } from '@dragoman/protocol';

/** The event with the time of the record that tells of it, where that has one. */
export function stamped<Event extends DragomanEvent>(event: Event, ts: string | undefined): Event {
  if (ts !== undefined) event.ts = ts;
  return event;
}
