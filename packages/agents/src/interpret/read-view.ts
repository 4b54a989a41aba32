import { reduce } from '@dragoman/protocol';
import { type NativeStream, readEvents } from './read-transcript.js';
import { turnsOf } from './turns-of.js';
import { type SessionView, viewOf } from './view-gap.js';

/** One session as one view shows it, told by one stream after the other, with its turns. */
export function readView(streams: readonly NativeStream[]): SessionView {
  const events = [...readEvents(streams)];
  return { ...viewOf(reduce(events)), turns: turnsOf(events) };
}
