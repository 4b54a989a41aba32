import { createByteCollector } from '../bytes/byte-collector.js';
import { lineEnds, pairedStart } from './line-ends.js';
import { parseSseEvent, type SseEvent } from './parse-sse-event.js';

export type { SseEvent } from './parse-sse-event.js';

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

export interface SseParser {
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
