import { isUtf8 } from 'node:buffer';
import { parseJson } from '@dragoman/protocol';
import { isDepthWithin } from '../json/is-depth-within.js';
import { createSseParser } from '../sse/sse-parser.js';
import type { RecordedBody, RecordedEvent } from './cassette.js';

/** The most readable form that still holds all of a body. */
export function recordBody(bytes: Buffer, contentType: string | undefined): RecordedBody {
  if (!isUtf8(bytes)) return { base64: bytes.toString('base64') };
  if (contentType?.startsWith('text/event-stream')) return { events: recordEvents(bytes) };
  const text = bytes.toString('utf8');
  const json = parseShallowJson(text);
  return json === undefined ? { text } : { json };
}

function recordEvents(bytes: Buffer): RecordedEvent[] {
  const events: RecordedEvent[] = [];
  const parser = createSseParser({
    maxEventBytes: bytes.length + 1,
    onEvent: ({ event, data }) => {
      const json = parseShallowJson(data);
      const name = event === undefined ? {} : { event };
      const isExact = json !== undefined && JSON.stringify(json) === data;
      events.push(isExact ? { ...name, json } : { ...name, text: data });
    },
  });
  parser.push(bytes);
  return events;
}

/** Deeper JSON than any provider sends is kept as text: it is not worth the stack it takes to walk it. */
const MAX_DEPTH = 200;

function parseShallowJson(text: string): unknown {
  const parsed = parseJson(text);
  return parsed.ok && isDepthWithin(parsed.value, MAX_DEPTH) ? parsed.value : undefined;
}
