import {
  createLineFramer,
  type DragomanEvent,
  type Frame,
  isJsonObject,
  type JsonObject,
  lineLeftOut,
  type ParsedJson,
  parseJson,
} from '@dragoman/protocol';
import { createDocumentCollector } from './document-collector.js';
import type { Interpreter } from './interpreter.js';
import { createStatsCounter, type TranslationStats } from './translation-stats.js';

/** How a stream is read, whatever agent wrote it. */
export interface TranslatorOptions {
  /** Tell of what no rule covers, and of lines that are no records, as `raw` events. Default: only count them. */
  readonly raw?: boolean;
  readonly maxLineBytes?: number;
}

const JSON_START = /^\s*[[{"\d\-tfn]/;
const NO_JSON: ParsedJson = { ok: false, error: new SyntaxError('This is not JSON.') };

/** An exception for each line would make a flood of noise the most expensive thing to read. */
function parseLine(text: string): ParsedJson {
  return JSON_START.test(text) ? parseJson(text) : NO_JSON;
}

type LineFrame = Frame & { readonly kind: 'line' };

/** Bytes in, events out. */
export interface Translator {
  push(chunk: Uint8Array | string): DragomanEvent[];
  /** The end of the stream. */
  flush(): DragomanEvent[];
  stats(): TranslationStats;
}

/**
 * Reads a stream of NDJSON, or one document over many lines, with an interpreter and keeps count of
 * what became of each record.
 */
export function createTranslator(
  interpreter: Interpreter,
  options: TranslatorOptions = {},
): Translator {
  const { raw = false, maxLineBytes } = options;
  const framer = createLineFramer(maxLineBytes === undefined ? {} : { maxLineBytes });
  const watchdog = createStatsCounter();
  const collector = createDocumentCollector();

  const readRecord = (record: JsonObject, events: DragomanEvent[]): void => {
    const interpretation = interpreter.push(record);
    watchdog.record(interpretation);
    for (const event of interpretation.events) events.push(event);
    if (!raw) return;
    for (const part of interpretation.parts ?? [{ ...interpretation, record }]) {
      if (part.disposition !== 'unknown') continue;
      events.push({ type: 'raw', native: part.record, reason: `no rule for ${part.native}` });
    }
  };

  const readLine = (frame: LineFrame, events: DragomanEvent[]): void => {
    const parsed = parseLine(frame.text);
    if (!parsed.ok || !isJsonObject(parsed.value)) {
      watchdog.fault(!frame.terminated && !parsed.ok ? 'torn' : 'malformed');
      const reason = parsed.ok ? 'not an object' : 'not JSON';
      if (raw) events.push({ type: 'raw', native: frame.text, reason });
      return;
    }
    readRecord(parsed.value, events);
  };

  const readFrames = (frames: readonly Frame[], events: DragomanEvent[]): void => {
    for (const frame of frames) {
      if (frame.kind !== 'line') {
        watchdog.fault('tooLong');
        events.push(lineLeftOut(frame.bytes));
      } else if (!collector.isOpen()) readLine(frame, events);
      else for (const line of collector.push(frame)) readLine(line, events);
    }
  };

  return {
    push(chunk) {
      const events: DragomanEvent[] = [];
      readFrames(framer.push(chunk), events);
      return events;
    },
    flush() {
      const events: DragomanEvent[] = [];
      readFrames(framer.flush(), events);
      const { document, lines } = collector.close();
      if (document !== undefined) readRecord(document, events);
      for (const line of lines) readLine(line, events);
      for (const event of interpreter.flush()) events.push(event);
      return events;
    },
    stats: watchdog.stats,
  };
}
