import type { JsonToken } from '../json/scan-json.js';
import type { RecordedBody } from './cassette.js';
import { mapBody } from './map-body.js';
import { editPieces, type FindEdits } from './text-edit.js';

/** Keys under which a streamed answer gives a longer text piece by piece. */
const STREAMED_KEYS = new Set(['delta', 'text', 'thinking', 'partial_json']);

/**
 * Edits every text in a body. In a streamed answer the pieces of a text are edited as the whole
 * they make up, so that what spans two events is found too. Packed or binary bodies stay.
 */
export function editBody(body: RecordedBody, findEdits: FindEdits): RecordedBody {
  const streams = new Map<string, string[]>();
  mapBody(body, (text, token, lane) => {
    const key = streamKey(token, lane);
    if (key === undefined) return text;
    const pieces = streams.get(key);
    if (pieces === undefined) streams.set(key, [text]);
    else pieces.push(text);
    return text;
  });
  const edited = new Map(
    [...streams].map(([key, pieces]) => [key, editPieces(pieces, findEdits).values()]),
  );
  const editOne = createEditOne(findEdits);
  return mapBody(body, (text, token, lane) => {
    const pieces = edited.get(streamKey(token, lane) ?? '');
    if (pieces !== undefined) return pieces.next().value ?? text;
    return editOne(text);
  });
}

/** Most texts of a streamed answer are the same few names again and again: each is searched once. */
function createEditOne(findEdits: FindEdits): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const edited = known.get(text) ?? editPieces([text], findEdits).join('');
    if (text.length <= MAX_KNOWN_LENGTH) known.set(text, edited);
    return edited;
  };
}

const MAX_KNOWN_LENGTH = 100;

/** Gemini streams an array of chunks where it streams no events, so a first index plays no part. */
function streamKey({ kind, path }: JsonToken, lane: string): string | undefined {
  if (kind !== 'string' || !STREAMED_KEYS.has(path.at(-1) ?? '')) return undefined;
  return `${lane} ${path.join('.').replace(/^\d+\./, '')}`;
}
