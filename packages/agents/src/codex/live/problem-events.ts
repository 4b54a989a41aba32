import { type DragomanEvent, type JsonObject, writeJson } from '@dragoman/protocol';
import { objectAt, textAt } from '../../interpret/json-fields.js';

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

/** Something went wrong that the turn goes on after. */
export function warningEvents(message: string): DragomanEvent[] {
  return [{ type: 'error', message, fatal: false }];
}
