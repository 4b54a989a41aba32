import { isUtf8 } from 'node:buffer';
import { parseJson } from '@dragoman/protocol';
import { splitSseBlocks } from '../sse/split-sse-blocks.js';
import { parseSseEvent } from '../sse/sse-parser.js';
import type { RecordedBody, RecordedEvent } from './cassette.js';

const EVENTS_START = /^\ufeff?[\r\n]*(?:data|event|id|retry)?:/;
/** Deeper JSON than any provider sends is kept as text: it is not worth the stack it takes to walk it. */
const MAX_DEPTH = 200;

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

function parseShallowJson(text: string): unknown {
  const parsed = parseJson(text);
  return parsed.ok && isDepthWithin(parsed.value, MAX_DEPTH) ? parsed.value : undefined;
}

/** The bytes of a recorded body, cut where a provider would cut them: after each event. */
export function playBody(body: RecordedBody): Buffer[] {
  if ('events' in body) return body.events.map((event) => Buffer.from(playEvent(event)));
  if ('base64' in body) return [Buffer.from(body.base64, 'base64')];
  return [Buffer.from('text' in body ? body.text : JSON.stringify(body.json))];
}

/** The text of one recorded event. */
function playEvent(event: RecordedEvent): string {
  if ('raw' in event) return event.raw;
  const name = event.event === undefined ? '' : `event: ${event.event}\n`;
  const data = 'text' in event ? event.text : JSON.stringify(event.json);
  return `${name}data: ${data.replaceAll('\n', '\ndata: ')}\n\n`;
}

/** Whether JSON is nested no deeper than a limit, so that it can be walked without fear for the stack. */
function isDepthWithin(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return limit > 0 && Object.values(value).every((item) => isDepthWithin(item, limit - 1));
}
