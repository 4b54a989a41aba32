import { parseJson } from '@dragoman/protocol';
import { replaceInJson } from '../json/replace-in-json.js';
import { type JsonToken, scanJson } from '../json/scan-json.js';
import { editSseBlock } from '../sse/split-sse-blocks.js';
import type { RecordedBody, RecordedEvent } from './cassette.js';

/** Maps a text in a body. `lane` distinguishes texts that an answer streams side by side. */
export type ReplaceText = (text: string, token: JsonToken, lane: string) => string;

/**
 * A body with every text in it (keys too) replaced, in reading order, whatever form it was kept in.
 * Bytes that are no text stay.
 */
export function mapBody(body: RecordedBody, replace: ReplaceText): RecordedBody {
  if ('base64' in body) return body;
  if ('events' in body) return { events: body.events.map((event) => mapEvent(event, replace)) };
  if ('text' in body) return { text: mapText(body.text, replace) };
  return { json: mapJson(body.json, replace) };
}

function mapEvent(event: RecordedEvent, replace: ReplaceText): RecordedEvent {
  const line = (text: string) => replaceInJson(text, (value, token) => replace(value, token, ''));
  if ('raw' in event) {
    return { raw: editSseBlock(event.raw, (data) => mapText(data, replace), line) };
  }
  const name = event.event === undefined ? {} : { event: line(event.event) };
  return 'text' in event
    ? { ...name, text: mapText(event.text, replace) }
    : { ...name, json: mapJson(event.json, replace) };
}

function mapJson(json: unknown, replace: ReplaceText): unknown {
  const before = JSON.stringify(json);
  const after = mapText(before, replace);
  const parsed = after === before ? undefined : parseJson(after);
  return parsed?.ok ? parsed.value : json;
}

function mapText(text: string, replace: ReplaceText): string {
  const tokens = scanJson(text);
  const lane = laneOf(tokens);
  return replaceInJson(text, (value, token) => replace(value, token, lane), tokens);
}

/** The key that distinguishes texts that are streamed at the same time. */
const LANE_KEYS = new Set([
  'type',
  'item_id',
  'output_index',
  'content_index',
  'summary_index',
  'index',
]);

function laneOf(tokens: readonly JsonToken[]): string {
  return tokens
    .filter(({ kind, path }) => kind !== 'key' && path.length === 1 && LANE_KEYS.has(path[0] ?? ''))
    .map(({ path, value }) => `${path[0]}=${value}`)
    .sort()
    .join('&');
}
