import { type DragomanEvent, type JsonObject, writeJson } from '@dragoman/protocol';
import { objectAt, textAt } from '../../interpret/json-fields.js';
import { readFailure } from '../failure.js';

/** The words of a record that reports something; a record that has none speaks for itself. */
export function wordsOf(record: JsonObject): string {
  return textAt(record, 'message') ?? writeJson(record);
}

/** What went wrong, where `error` is its words or an object that has them. */
export function wordsOfError(record: JsonObject): string {
  const { error } = record;
  if (error === undefined || error === null) return 'The turn failed.';
  const object = objectAt(record, 'error');
  return object === undefined ? (textAt(record, 'error') ?? writeJson(error)) : wordsOf(object);
}

/** A turn that failed: the error, and the end of the turn. */
export function failureEvents(words: string, turnId?: string): DragomanEvent[] {
  const { message, type } = readFailure(words);
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

/** Something went wrong that the turn goes on after. */
export function warningEvents(message: string): DragomanEvent[] {
  return [{ type: 'error', message, fatal: false }];
}
