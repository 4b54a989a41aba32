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
