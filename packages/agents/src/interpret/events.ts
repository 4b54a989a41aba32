import type { DragomanEvent } from '@dragoman/protocol';

/** Why a turn failed, in the CLI's or the provider's words. */
export interface Failure {
  readonly message: string;
  readonly type?: string;
}

/** A failed turn has two events: a fatal error, and its end. */
export function failureEvents({ message, type }: Failure, turnId?: string): DragomanEvent[] {
  return [
    { type: 'error', message, fatal: true, ...(type !== undefined && { code: type }) },
    {
      type: 'turn',
      status: 'failed',
      error: { message, ...(type !== undefined && { type }) },
      ...(turnId !== undefined && { turn_id: turnId }),
    },
  ];
}

/** A failure that the turn went on after. */
export function setbackEvent({ message, type }: Failure): DragomanEvent {
  return { type: 'error', message, fatal: false, ...(type !== undefined && { code: type }) };
}

/** The event with this time, where it is known. Without one the emitter gives it that of its record. */
export function timed<Event extends DragomanEvent>(event: Event, ts: string | undefined): Event {
  if (ts !== undefined) event.ts = ts;
  return event;
}
