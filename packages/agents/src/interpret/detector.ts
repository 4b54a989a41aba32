import {
  createLineFramer,
  type Frame,
  isJsonObject,
  type JsonObject,
  parseJson,
} from '@dragoman/protocol';
import { createDocumentCollector } from './document-collector.js';
import type { AgentInterpreter, View } from './interpreter.js';

/** Enough to meet a record that decides. */
const MOST_OBJECTS = 1000;
/** What npm, a shell or a wrapper prints before the agent, in characters. */
const MOST_NOISE = 1024 * 1024;
/** A line that is too long for a record may come first. */
const MOST_BYTES = 80 * 1024 * 1024;

/** Far faster than an attempt to parse what is no record. */
const OBJECT = /^\s*\{/;
const NONE = { ok: false } as const;

/** Finds something out from the beginning of a stream of bytes. */
export interface Detector<Found> {
  /** What was found, as soon as a record decides. Then no more need be pushed. */
  push(chunk: Uint8Array | string): Found | undefined;
  /** The end of the stream: what its last line, or the whole as one document, decides. */
  flush(): Found | undefined;
  /** True when so much has been seen that no more will help. */
  isHopeless(): boolean;
  /** How many lines there were that are not blank. */
  lines(): number;
}

/**
 * Reads the records at the beginning of a stream, one a line or all of it one document, until one of
 * them decides. What is no record is skipped.
 */
export function createDetector<Found>(
  detect: (record: JsonObject) => Found | undefined,
): Detector<Found> {
  const framer = createLineFramer();
  const collector = createDocumentCollector();
  let lines = 0;
  let objects = 0;
  let noise = 0;
  let bytes = 0;

  const readLine = (text: string): Found | undefined => {
    const parsed = OBJECT.test(text) ? parseJson(text) : NONE;
    if (!parsed.ok || !isJsonObject(parsed.value)) {
      noise += text.length + 1;
      return undefined;
    }
    objects += 1;
    return detect(parsed.value);
  };

  const isHopeless = (): boolean =>
    objects >= MOST_OBJECTS || noise >= MOST_NOISE || bytes >= MOST_BYTES;

  const readLines = (read: readonly { readonly text: string }[]): Found | undefined => {
    for (const { text } of read) {
      const found = readLine(text);
      if (found !== undefined || isHopeless()) return found;
    }
    return undefined;
  };

  const readFrames = (frames: readonly Frame[]): Found | undefined => {
    for (const frame of frames) {
      lines += 1;
      if (frame.kind !== 'line') continue;
      const found = readLines(collector.isOpen() ? collector.push(frame) : [frame]);
      if (found !== undefined) return found;
    }
    return undefined;
  };

  return {
    push(chunk) {
      bytes += chunk.length;
      return readFrames(framer.push(chunk));
    },
    flush() {
      const found = readFrames(framer.flush());
      if (found !== undefined) return found;
      const { document, lines: kept } = collector.close();
      return document === undefined ? readLines(kept) : detect(document);
    },
    isHopeless,
    lines: () => lines,
  };
}

/**
 * Detects the view of an agent's records. The first that only one view can read decides, or that has the
 * marks of one: of a newer sort of record, no view can read the content.
 */
export function createViewDetector(
  interpreter: Pick<AgentInterpreter, 'live' | 'saved' | 'recognise'>,
): Detector<View> {
  const live = interpreter.live();
  const saved = interpreter.saved();
  return createDetector((record) => {
    const isLive = live.push(record).disposition !== 'unknown';
    const isSaved = saved.push(record).disposition !== 'unknown';
    if (isLive === isSaved) return interpreter.recognise(record);
    return isLive ? 'live' : 'saved';
  });
}

/** An input whose beginning has been read. */
export interface SeenInput<Found, Chunk = unknown> {
  /** Undefined if no record shows it. */
  readonly found: Found | undefined;
  /** How many lines were read, without blank ones. */
  readonly lines: number;
  /** Whether that was all of it. */
  readonly isOver: boolean;
  /** All of the input, the beginning included. Whoever opened the input closes it. */
  readonly chunks: AsyncIterable<Chunk>;
}

/** Reads as much of an input as it takes to detect something, and returns all of it. */
export async function lookAhead<Found, Chunk extends string | Uint8Array>(
  input: AsyncIterable<Chunk>,
  detector: Detector<Found>,
): Promise<SeenInput<Found, Chunk>> {
  const iterator = input[Symbol.asyncIterator]();
  const seen: Chunk[] = [];
  let found: Found | undefined;
  let isOver = false;
  while (found === undefined && !isOver && !detector.isHopeless()) {
    const next = await iterator.next();
    if (next.done) {
      isOver = true;
      found = detector.flush();
    } else {
      seen.push(next.value);
      found = detector.push(next.value);
    }
  }
  return { found, lines: detector.lines(), isOver, chunks: together(seen, iterator) };
}

async function* together<Chunk>(
  seen: readonly Chunk[],
  rest: AsyncIterator<Chunk>,
): AsyncGenerator<Chunk> {
  yield* seen;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
