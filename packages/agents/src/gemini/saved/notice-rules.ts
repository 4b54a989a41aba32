import type { JsonObject } from '@dragoman/protocol';
import { failureEvents } from '../../interpret/failure-events.js';
import { asText } from '../../interpret/json-fields.js';
import { readParts } from './read-parts.js';
import { emit, isNews, type SavedState } from './saved-state.js';

const CANCELLED = 'Request cancelled.';
const API_ERROR = '[API Error: ';

/** An `info` message. Beside notices, it carries what tools gave the model to look at. */
export function readInfo(record: JsonObject, state: SavedState): boolean {
  return withNewText(record, state, (content) => {
    if (content === CANCELLED) {
      emit(state, { type: 'turn', status: 'aborted', reason: 'interrupted' });
    } else if (content !== '') emit(state, { type: 'stderr', content });
  });
}

/** A `warning` message. */
export function readWarning(record: JsonObject, state: SavedState): boolean {
  return withNewText(record, state, (message) => {
    if (message !== '') emit(state, { type: 'error', message, fatal: false });
  });
}

/** An `error` message. The turn is over where it is the model that refused. */
export function readError(record: JsonObject, state: SavedState): boolean {
  return withNewText(record, state, (message) => {
    if (message.startsWith(API_ERROR)) {
      state.events.push(...failureEvents({ message }, undefined, state.ts));
    } else if (message !== '') emit(state, { type: 'error', message, fatal: false });
  });
}

function withNewText(record: JsonObject, state: SavedState, read: (text: string) => void): boolean {
  const parts = readParts(record.content);
  if (parts === undefined) return false;
  if (isNews(state, asText(record.id) ?? '')) read(parts.texts.join(''));
  return true;
}
