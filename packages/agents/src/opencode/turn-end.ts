import type { DragomanEvent, TurnEvent } from '@dragoman/protocol';

/** What a step says that wants to go on once its calls are answered, or that doesn't know. */
const NOT_OVER: ReadonlySet<string> = new Set(['tool-calls', 'unknown', '']);

/**
 * How a turn ended by the last step's word for why it ended. OpenCode stops a turn at a call that was
 * refused. A turn that just breaks off has no end that anybody told.
 */
export function turnEnd(stopReason: string | undefined, wasRefused: boolean): TurnEvent[] {
  if (stopReason === undefined) return [];
  if (!NOT_OVER.has(stopReason)) return [{ type: 'turn', status: 'completed' }];
  return wasRefused ? [{ type: 'turn', status: 'aborted', reason: 'denied' }] : [];
}

/** Whether an event says that a call was refused. */
export function isRefusal(event: DragomanEvent): boolean {
  return event.type === 'tool_result' && event.error?.type === 'denied';
}
