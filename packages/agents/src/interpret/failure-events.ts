import type { DragomanEvent } from '@dragoman/protocol';
import { stamped } from './stamped.js';

/** Why a turn failed, in the words of whoever refused it. */
export interface Failure {
  readonly message: string;
  readonly type?: string;
}

/** A turn that failed is told twice: as an error that nothing can follow, and as its end. */
export function failureEvents(
  { message, type }: Failure,
  turnId?: string | undefined,
  ts?: string | undefined,
): DragomanEvent[] {
  return [
    stamped({ type: 'error', message, fatal: true, ...(type !== undefined && { code: type }) }, ts),
    stamped(
      {
        type: 'turn',
        status: 'failed',
        error: { message, ...(type !== undefined && { type }) },
        ...(turnId !== undefined && { turn_id: turnId }),
      },
      ts,
    ),
  ];
}
