import { createByteCollector } from '../bytes/byte-collector.js';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

export interface SseParserOptions {
  /** Called for every event that has data, in order. */
  onEvent(event: SseEvent): void;
  /** Called at the end of every event, also of those that are not reported. */
  onBlock?(): void;
  /** Called once for an event over the bound, which is skipped. */
  onOversized?(): void;
  /** Bound on one event; default 16 MiB. */
  maxEventBytes?: number;
  /** Looked for in an event's bytes before they are decoded; events without it are not reported. */
  containing?: string;
  /** Report an event that the stream's end cuts off before its blank line; the standard drops it. */
  reportUnfinished?: boolean;
}

interface SseParser {
  push(chunk: Buffer): void;
  /** The end of the stream. */
  flush(): void;
}

const DEFAULT_MAX_EVENT_BYTES = 16 * 1024 * 1024;

/**
 * Reads server-sent events from bytes, however they are cut into chunks. Memory is bounded by one
 * event, and each byte is looked at a fixed number of times.
 */
export function createSseParser(options: SseParserOptions): SseParser {
  const {
    onEvent,
    onBlock,
    onOversized,
    maxEventBytes = DEFAULT_MAX_EVENT_BYTES,
    containing,
  } = options;
  const event = createByteCollector();
  let lineIsEmpty = true;
  let oversized = false;
  let lastByte: number | undefined;

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
    const parsed = wanted ? parseSseEvent(bytes.toString('utf8')) : undefined;
    oversized = false;
    event.clear();
    if (parsed !== undefined) onEvent(parsed);
  }

  return {
    push(chunk) {
      let start = pairedStart(chunk, lastByte);
      for (const { end, next } of lineEnds(chunk, start)) {
        const blank = lineIsEmpty && end === start;
        keep(chunk, start, next);
        start = next;
        lineIsEmpty = true;
        if (!blank) continue;
        onBlock?.();
        dispatch();
      }
      lineIsEmpty &&= start === chunk.length;
      keep(chunk, start, chunk.length);
      lastByte = chunk.at(-1) ?? lastByte;
    },
    flush() {
      if (options.reportUnfinished === true) dispatch();
      event.clear();
    },
  };
}

/** Where a line's text ends, and where the next line begins. */
interface LineEnd {
  readonly end: number;
  readonly next: number;
}

/** The line endings in bytes, from `from` on: line feeds, carriage returns, and the two together. */
function* lineEnds(bytes: Buffer, from: number): Generator<LineEnd> {
  let feed = bytes.indexOf(LINE_FEED, from);
  let turn = bytes.indexOf(CARRIAGE_RETURN, from);
  while (feed !== -1 || turn !== -1) {
    if (turn === -1 || (feed !== -1 && feed < turn)) {
      yield { end: feed, next: feed + 1 };
      feed = bytes.indexOf(LINE_FEED, feed + 1);
      continue;
    }
    const paired = feed === turn + 1;
    yield { end: turn, next: turn + (paired ? 2 : 1) };
    if (paired) feed = bytes.indexOf(LINE_FEED, feed + 1);
    turn = bytes.indexOf(CARRIAGE_RETURN, turn + 1);
  }
}

/** How many bytes at the start of a chunk belong to the line ending at the end of the one before. */
function pairedStart(chunk: Buffer, previous: number | undefined): number {
  return previous === CARRIAGE_RETURN && chunk[0] === LINE_FEED ? 1 : 0;
}

/** One server-sent event. `event` is absent when the stream did not name it. */
export interface SseEvent {
  event?: string;
  data: string;
}

/** Reads the lines of one event, whichever way they end; `undefined` when it has no data. */
export function parseSseEvent(text: string): SseEvent | undefined {
  const data: string[] = [];
  let event: string | undefined;
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)) {
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    if (field === 'event') event = value;
  }
  if (data.length === 0) return undefined;
  return { ...(event === undefined ? {} : { event }), data: data.join('\n') };
}
