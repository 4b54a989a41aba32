import type { DragomanEvent } from '../event/dragoman-event.js';
import { type ParsedEvent, parseEvent } from '../event/parse-event.js';
import { createLineFramer, type Frame } from '../framing/line-framer.js';
import { type JsonObject, parseJson } from '../json/parse-json.js';

/**
 * Why a line is no event of this language: it isn't JSON; it is, but not an object; its `type` is
 * one this version doesn't know; a field is wrong; it is over the bound; it is a last line cut short.
 */
export type RejectionReason =
  | 'not_json'
  | 'not_object'
  | 'unknown_type'
  | 'invalid'
  | 'too_long'
  | 'torn';

/** A line that is no event. Reported so that nothing vanishes; a reader may go on without it. */
export interface RejectedLine {
  readonly kind: 'rejected';
  readonly reason: RejectionReason;
  /** The number of the line in the stream, from 1. */
  readonly line: number;
  /** The beginning of the line; empty for one that was too long to keep. */
  readonly excerpt: string;
  /** The object, where the line held one: for readers who know more types than this version. */
  readonly value?: JsonObject;
  /** What is wrong, field by field. */
  readonly issues?: readonly string[];
  /** The full size of a line that was too long. */
  readonly bytes?: number;
}

export type DecodedLine =
  | { readonly kind: 'event'; readonly line: number; readonly event: DragomanEvent }
  | RejectedLine;

export interface DecodeCounts {
  readonly events: number;
  readonly rejected: Readonly<Record<RejectionReason, number>>;
}

export interface EventDecoder {
  push(chunk: Uint8Array | string): DecodedLine[];
  flush(): DecodedLine[];
  /** How many lines were what, since the decoder was made. */
  counts(): DecodeCounts;
}

const EXCERPT_LENGTH = 200;

/**
 * NDJSON in, events out. Every line that isn't blank gives exactly one answer: the event, or why it
 * is none. Nothing is thrown and nothing is dropped in silence.
 */
export function createEventDecoder(options: { maxLineBytes?: number } = {}): EventDecoder {
  const framer = createLineFramer(options);
  const rejected = {
    not_json: 0,
    not_object: 0,
    unknown_type: 0,
    invalid: 0,
    too_long: 0,
    torn: 0,
  };
  let events = 0;

  const decode = (frame: Frame): DecodedLine => {
    const decoded = decodeFrame(frame);
    if (decoded.kind === 'event') events += 1;
    else rejected[decoded.reason] += 1;
    return decoded;
  };

  return {
    push: (chunk) => framer.push(chunk).map(decode),
    flush: () => framer.flush().map(decode),
    counts: () => ({ events, rejected: { ...rejected } }),
  };
}

function decodeFrame(frame: Frame): DecodedLine {
  if (frame.kind === 'skipped') {
    return {
      kind: 'rejected',
      reason: 'too_long',
      line: frame.line,
      excerpt: '',
      bytes: frame.bytes,
    };
  }
  const json = parseJson(frame.text);
  if (!json.ok) return rejection(frame, { reason: frame.terminated ? 'not_json' : 'torn' });
  const parsed = parseEvent(json.value);
  if (parsed.ok) return { kind: 'event', line: frame.line, event: parsed.event };
  return rejection(frame, parsed);
}

type Refusal = Exclude<ParsedEvent, { ok: true }> | { reason: 'not_json' | 'torn' };

function rejection(frame: Extract<Frame, { kind: 'line' }>, refusal: Refusal): RejectedLine {
  return {
    kind: 'rejected',
    reason: refusal.reason,
    line: frame.line,
    excerpt: frame.text.slice(0, EXCERPT_LENGTH),
    ...('value' in refusal && { value: refusal.value }),
    ...('issues' in refusal && { issues: refusal.issues }),
  };
}
