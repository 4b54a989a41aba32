import { createLineFramer, type DragomanEvent, encodeEvent, type Frame } from '@dragoman/protocol';
import { lineLeftOut } from '@dragoman/protocol/internal';
import { createDocumentCollector } from './document-collector.js';
import { createDriver, type DriverOptions, type TranslationStats } from './driver.js';
import type { Interpreter } from './interpreter.js';

/** How a stream is read, whatever agent wrote it. */
export interface TranslatorOptions extends DriverOptions {
  readonly maxLineBytes?: number;
}

/** Bytes in, events out. */
export interface Translator {
  push(chunk: Uint8Array | string): DragomanEvent[];
  /** The end of the stream. */
  flush(): DragomanEvent[];
  stats(): TranslationStats;
}

/**
 * Reads a stream of NDJSON, or one document over many lines, with an interpreter and counts what
 * became of each record.
 */
export function createTranslator(
  interpreter: Interpreter,
  options: TranslatorOptions = {},
): Translator {
  const { maxLineBytes } = options;
  const framer = createLineFramer(maxLineBytes === undefined ? {} : { maxLineBytes });
  const collector = createDocumentCollector();
  let events: DragomanEvent[] = [];
  const driver = createDriver(interpreter, (event) => events.push(event), options);

  const readFrames = (frames: readonly Frame[]): void => {
    for (const frame of frames) {
      if (frame.kind !== 'line') {
        driver.fault('too long');
        events.push(lineLeftOut(frame.bytes));
      } else if (!collector.isOpen()) driver.line(frame.text, frame.terminated);
      else for (const line of collector.push(frame)) driver.line(line.text, line.terminated);
    }
  };

  const take = (): DragomanEvent[] => {
    const taken = events;
    events = [];
    return taken;
  };

  return {
    push(chunk) {
      readFrames(framer.push(chunk));
      return take();
    },
    flush() {
      readFrames(framer.flush());
      const { document, lines } = collector.close();
      if (document !== undefined) driver.record(document);
      for (const line of lines) driver.line(line.text, line.terminated);
      driver.end();
      return take();
    },
    stats: driver.stats,
  };
}

/** The stdout of a CLI in, lines of the event language out, each with its `\n`. */
export interface StdoutMapper {
  push(chunk: string | Uint8Array): string[];
  /** The end of stdout: a last line without a newline, and what was held back. */
  flush(): string[];
  /** What became of the lines; those that no rule covers give no line but are counted. */
  stats(): TranslationStats;
}

const translators = new WeakMap<object, Translator>();

/** Maps what a CLI prints to NDJSON events, as it comes. */
export function createStdoutMapper(
  interpreter: Interpreter,
  options: TranslatorOptions = {},
): StdoutMapper {
  const translator = createTranslator(interpreter, options);
  // Frozen: a method that was replaced would not be called by whoever takes the translator.
  const mapper = Object.freeze<StdoutMapper>({
    push: (chunk) => translator.push(chunk).map(encodeEvent),
    flush: () => translator.flush().map(encodeEvent),
    stats: translator.stats,
  });
  translators.set(mapper, translator);
  return mapper;
}

/**
 * What a mapper makes its lines from, for a reader that wants events: nothing is written and read again.
 * Undefined for a mapper that somebody else has made, or has put around one of these.
 */
export function translatorOf(mapper: object): Translator | undefined {
  return translators.get(mapper);
}
