import type { DragomanEvent } from '../event/dragoman-event.js';
import { createReducer, type ReducerOptions } from './reducer.js';
import type { Transcript } from './transcript.js';

/** The transcript of all these events. For events that are still coming, use `createReducer`. */
export function reduce(events: Iterable<DragomanEvent>, options?: ReducerOptions): Transcript {
  const reducer = createReducer(options);
  for (const event of events) reducer.push(event);
  return reducer.snapshot();
}
