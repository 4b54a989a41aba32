import { type JsonObject, writeJson } from '@dragoman/protocol';
import type { Failure } from '../interpret/failure-events.js';
import { objectAt, textAt } from '../interpret/json-fields.js';

/** Reads an error of OpenCode: its words, and the name that OpenCode has for its sort. */
export function readFailure(error: JsonObject): Failure {
  const type = textAt(error, 'name');
  const words = textAt(objectAt(error, 'data'), 'message') ?? textAt(error, 'message');
  const message = words === undefined || words === '' ? (type ?? writeJson(error)) : words;
  return type === undefined ? { message } : { message, type };
}

/** The name of the error by which a turn ends that a person stopped. */
export const abortedError = 'MessageAbortedError';

/** The name of the error after which OpenCode compacts the conversation and goes on, if it may. */
export const tooLongError = 'ContextOverflowError';
