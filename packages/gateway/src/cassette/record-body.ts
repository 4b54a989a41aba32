import { isUtf8 } from 'node:buffer';
import { parseJson } from '@dragoman/protocol';
import { isDepthWithin } from '../json/is-depth-within.js';
import { parseSseEvent } from '../sse/parse-sse-event.js';
import { splitSseBlocks } from '../sse/split-sse-blocks.js';
import type { RecordedBody, RecordedEvent } from './cassette.js';
import { playEvent } from './play-body.js';

/** A request's body in its most readable form: it is compared by what it says and never sent again. */
export function recordRequest(bytes: Buffer): RecordedBody {
  if (!isUtf8(bytes)) return { base64: bytes.toString('base64') };
  const text = bytes.toString('utf8');
  const json = parseShallowJson(text);
  return json === undefined ? { text } : { json };
}

/**
 * The most readable form of an answer's body that gives back the same bytes. It goes by the bytes
 * and not by the content type: an error may come as JSON where events were promised.
 */
export function recordAnswer(bytes: Buffer): RecordedBody {
  if (!isUtf8(bytes)) return { base64: bytes.toString('base64') };
  const text = bytes.toString('utf8');
  if (EVENTS_START.test(text)) return { events: splitSseBlocks(text).map(recordBlock) };
  const json = parseShallowJson(text);
  return isWrittenAs(json, text) ? { json } : { text };
}

const EVENTS_START = /^\ufeff?[\r\n]*(?:data|event|id|retry)?:/;

function recordBlock(block: string): RecordedEvent {
  const parsed = parseSseEvent(block);
  if (parsed === undefined) return { raw: block };
  const name = parsed.event === undefined ? {} : { event: parsed.event };
  const json = parseShallowJson(parsed.data);
  const event = isWrittenAs(json, parsed.data) ? { ...name, json } : { ...name, text: parsed.data };
  return playEvent(event) === block ? event : { raw: block };
}

function isWrittenAs(json: unknown, text: string): boolean {
  return json !== undefined && JSON.stringify(json) === text;
}

/** Deeper JSON than any provider sends is kept as text: it is not worth the stack it takes to walk it. */
const MAX_DEPTH = 200;

function parseShallowJson(text: string): unknown {
  const parsed = parseJson(text);
  return parsed.ok && isDepthWithin(parsed.value, MAX_DEPTH) ? parsed.value : undefined;
}
