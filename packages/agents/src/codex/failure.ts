import { isJsonObject, parseJson } from '@dragoman/protocol';
import type { Failure } from '../interpret/events.js';
import { objectAt, textAt } from '../interpret/json-fields.js';

/**
 * Reads the text of a failure. From 0.72 on, the text of a refused request is the whole JSON body of
 * the answer; what a person wants to read is the message in it.
 */
export function readFailure(text: string): Failure {
  if (!text.startsWith('{')) return { message: text };
  const parsed = parseJson(text);
  const error =
    parsed.ok && isJsonObject(parsed.value) ? objectAt(parsed.value, 'error') : undefined;
  const message = textAt(error, 'message');
  if (message === undefined || message === '') return { message: text };
  const type = textAt(error, 'code') ?? textAt(error, 'type');
  return type === undefined ? { message } : { message, type };
}
