import { mapStrings, type StringPath } from '../json/map-strings.js';
import type { RecordedBody, RecordedEvent } from './cassette.js';
import { editPieces, type FindEdits } from './text-edit.js';

/** Keys under which a streamed answer gives a longer text piece by piece. */
const STREAMED_KEYS = new Set(['delta', 'text', 'thinking', 'partial_json']);

/**
 * Edits every text in a body. In a streamed answer the pieces of a text are edited as the whole
 * they make up, so that what lies across two events is found too. Packed or binary bodies stay.
 */
export function editBody(body: RecordedBody, findEdits: FindEdits): RecordedBody {
  if ('text' in body) return { text: editOne(body.text, findEdits) };
  if ('base64' in body) return body;
  if ('events' in body) return { events: editEvents(body.events, findEdits) };
  return { json: mapStrings(body.json, (text) => editOne(text, findEdits)) };
}

function editOne(text: string, findEdits: FindEdits): string {
  return editPieces([text], findEdits).join('');
}

function editEvents(events: readonly RecordedEvent[], findEdits: FindEdits): RecordedEvent[] {
  const streams = new Map<string, string[]>();
  for (const event of events) {
    mapEvent(event, (text, path) => {
      const key = streamKey(path);
      if (key === undefined) return text;
      const pieces = streams.get(key);
      if (pieces === undefined) streams.set(key, [text]);
      else pieces.push(text);
      return text;
    });
  }
  const edited = new Map(
    [...streams].map(([key, pieces]) => [key, editPieces(pieces, findEdits).values()]),
  );
  return events.map((event) =>
    mapEvent(event, (text, path) => {
      const pieces = edited.get(streamKey(path) ?? '');
      return pieces === undefined ? editOne(text, findEdits) : (pieces.next().value ?? text);
    }),
  );
}

function streamKey(path: StringPath): string | undefined {
  return STREAMED_KEYS.has(path.at(-1) ?? '') ? path.join('.') : undefined;
}

function mapEvent(
  event: RecordedEvent,
  replace: (text: string, path: StringPath) => string,
): RecordedEvent {
  return 'text' in event
    ? { ...event, text: replace(event.text, []) }
    : { ...event, json: mapStrings(event.json, replace) };
}
