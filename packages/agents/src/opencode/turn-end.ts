import { type JsonObject, type TurnEvent, writeJson } from '@dragoman/protocol';
import type { Failure } from '../interpret/events.js';
import { objectAt, textAt } from '../interpret/json-fields.js';

/** Reads an error of OpenCode: its words, and OpenCode's name for its kind. */
export function readFailure(error: JsonObject): Failure {
  const type = textAt(error, 'name');
  const words = textAt(objectAt(error, 'data'), 'message') ?? textAt(error, 'message');
  const message = words === undefined || words === '' ? (type ?? writeJson(error)) : words;
  return type === undefined ? { message } : { message, type };
}

/** The name of the error by which a turn ends that a person stopped. */
export const abortedError = 'MessageAbortedError';

/** The name of the error after which OpenCode compacts the conversation and goes on, if it can. */
export const tooLongError = 'ContextOverflowError';

/** The reasons of a step that goes on once its calls have results, or that doesn't know. */
const NOT_OVER: ReadonlySet<string> = new Set(['tool-calls', 'unknown', '']);

/**
 * How a turn ended, by the reason that its last step ended with. OpenCode stops a turn at a call that
 * was refused. Undefined for a turn that just breaks off: nothing says how it ended.
 */
export function turnEnd(
  stopReason: string | undefined,
  wasRefused: boolean,
): TurnEvent | undefined {
  if (stopReason === undefined) return undefined;
  if (!NOT_OVER.has(stopReason)) return { type: 'turn', status: 'completed' };
  return wasRefused ? { type: 'turn', status: 'aborted', reason: 'denied' } : undefined;
}
