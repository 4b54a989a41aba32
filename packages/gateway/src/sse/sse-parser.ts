import { createByteCollector } from '../bytes/byte-collector.js';

/** One server-sent event. `event` is absent when the stream did not name it. */
export interface SseEvent {
  event?: string;
  data: string;
}

export interface SseParserOptions {
  /** Called for every event that has data, in order. */
  onEvent(event: SseEvent): void;
  /** Called once for an event over the bound, which is skipped. */
  onOversized?(): void;
  /** Bound on one event; default 16 MiB. */
  maxEventBytes?: number;
  /** Looked for in an event's bytes before they are decoded; events without it are not reported. */
  containing?: string;
}

export interface SseParser {
  push(chunk: Buffer): void;
  /** The end of the stream. An event without its blank line is incomplete and not reported. */
  flush(): void;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const DEFAULT_MAX_EVENT_BYTES = 16 * 1024 * 1024;

/**
 * Reads server-sent events from bytes, however they are cut into chunks. Memory is bounded by one
 * event, and each byte is looked at a fixed number of times.
 */
export function createSseParser(options: SseParserOptions): SseParser {
  const { onEvent, onOversized, maxEventBytes = DEFAULT_MAX_EVENT_BYTES, containing } = options;
  const event = createByteCollector();
  let lineIsEmpty = true;
  let oversized = false;

  function keep(chunk: Buffer, start: number, end: number): void {
    if (oversized) return;
    if (event.size + end - start <= maxEventBytes) {
      event.append(chunk, start, end);
      return;
    }
    oversized = true;
    event.clear();
    onOversized?.();
  }

  function dispatch(): void {
    const bytes = event.bytes();
    const wanted = !oversized && (containing === undefined || bytes.includes(containing));
    const parsed = wanted ? parseEvent(bytes.toString('utf8')) : undefined;
    oversized = false;
    event.clear();
    if (parsed !== undefined) onEvent(parsed);
  }

  return {
    push(chunk) {
      let start = 0;
      for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) {
        const blank = lineIsEmpty && isBlank(chunk, start, at);
        keep(chunk, start, at + 1);
        start = at + 1;
        lineIsEmpty = true;
        if (blank) dispatch();
      }
      lineIsEmpty = lineIsEmpty && isBlank(chunk, start, chunk.length);
      keep(chunk, start, chunk.length);
    },
    flush() {
      event.clear();
    },
  };
}

function isBlank(chunk: Buffer, start: number, end: number): boolean {
  return end === start || (end === start + 1 && chunk[start] === CARRIAGE_RETURN);
}

function parseEvent(text: string): SseEvent | undefined {
  const data: string[] = [];
  let event: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    if (field === 'event') event = value;
  }
  if (data.length === 0) return undefined;
  return { ...(event === undefined ? {} : { event }), data: data.join('\n') };
}
