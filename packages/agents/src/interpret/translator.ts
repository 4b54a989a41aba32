import {
  createLineFramer,
  type DragomanEvent,
  type Frame,
  isJsonObject,
  parseJson,
} from '@dragoman/protocol';
import type { Interpreter } from './interpreter.js';
import { createStatsKeeper, type TranslationStats } from './translation-stats.js';

/** How a stream is read, whatever agent wrote it. */
export interface TranslatorOptions {
  /** Tell of what no rule covers, and of lines that are no records, as `raw` events. Default: only count them. */
  readonly raw?: boolean;
  readonly maxLineBytes?: number;
}

/** Bytes in, events out. */
export interface Translator {
  push(chunk: Uint8Array | string): DragomanEvent[];
  /** The end of the stream. */
  flush(): DragomanEvent[];
  stats(): TranslationStats;
}

/** Reads a stream of NDJSON with an interpreter and keeps count of what became of each line. */
export function createTranslator(
  interpreter: Interpreter,
  options: TranslatorOptions = {},
): Translator {
  const { raw = false, maxLineBytes } = options;
  const framer = createLineFramer(maxLineBytes === undefined ? {} : { maxLineBytes });
  const keeper = createStatsKeeper();

  const readLine = (frame: Frame & { kind: 'line' }, events: DragomanEvent[]): void => {
    const parsed = parseJson(frame.text);
    if (!parsed.ok || !isJsonObject(parsed.value)) {
      keeper.malformed();
      if (!frame.terminated && !parsed.ok) keeper.torn();
      const reason = parsed.ok ? 'not an object' : 'not JSON';
      if (raw) events.push({ type: 'raw', native: frame.text, reason });
      return;
    }
    const { native, carriage, events: interpreted } = interpreter.push(parsed.value);
    keeper.record(native, carriage);
    for (const event of interpreted) events.push(event);
    if (raw && carriage === 'unknown') {
      events.push({ type: 'raw', native: parsed.value, reason: `no rule for ${native}` });
    }
  };

  const readFrames = (frames: readonly Frame[], events: DragomanEvent[]): void => {
    for (const frame of frames) {
      if (frame.kind === 'line') readLine(frame, events);
      else keeper.tooLong();
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
      for (const event of interpreter.flush()) events.push(event);
      return events;
    },
    stats: keeper.stats,
  };
}
