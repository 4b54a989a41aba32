import { DragomanError } from '../errors.js';
import type { ErrorEvent } from '../event/turn-events.js';
import { createByteOrderMark, createGrowingBytes, createStringEncoder } from './byte-stream.js';

/** What the framer found. `line` is the number of the line in the stream, from 1, blank ones counted. */
export type Frame =
  | {
      readonly kind: 'line';
      readonly line: number;
      readonly text: string;
      /** False for a last line that no newline followed: it may be torn. */
      readonly terminated: boolean;
    }
  | {
      /** A line longer than the bound. `bytes` is its full size without what ends it. */
      readonly kind: 'skipped';
      readonly line: number;
      readonly bytes: number;
    };

export interface LineFramer {
  push(chunk: Uint8Array | string): Frame[];
  /** The end of the stream: gives what is left, and makes the framer ready for another stream. */
  flush(): Frame[];
}

export const defaultMaxLineBytes = 16 * 1024 * 1024;
// Well under the longest string an engine can hold.
const LARGEST_MAX_LINE_BYTES = 256 * 1024 * 1024;
const DECODE_WINDOW = 256 * 1024;
const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const NOT_BLANK = /[^\t\v\f\r ]/;

/**
 * Bytes in, lines out. Any split of a stream into chunks gives the same lines, also inside a
 * character; `\r\n` ends a line like `\n`; blank lines are left out; a byte order mark counts only at
 * the start. A line over `maxLineBytes` is dropped while it streams, reported once when it ends, and
 * the stream goes on; neither what ends a line nor the mark counts towards its size. Each byte is
 * looked at a fixed number of times, and no more than one line is held.
 */
export function createLineFramer(options: { maxLineBytes?: number } = {}): LineFramer {
  const maxLineBytes = checkedMaxLineBytes(options.maxLineBytes ?? defaultMaxLineBytes);
  const spanBytes = Math.min(DECODE_WINDOW, maxLineBytes);
  // Never in streaming mode: only whole lines are decoded, and a newline is never inside a character.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const strings = createStringEncoder();
  const mark = createByteOrderMark();
  const pending = createGrowingBytes();
  // One byte over the bound may be the carriage return of a line at the bound.
  const mostHeldBytes = maxLineBytes + 1;
  let skipping = 0;
  let skippedLast = 0;
  let line = 0;

  const addLine = (frames: Frame[], text: string, terminated: boolean): void => {
    line += 1;
    if (!isBlank(text)) frames.push({ kind: 'line', line, text, terminated });
  };

  const addSkipped = (frames: Frame[], bytes: number): void => {
    line += 1;
    frames.push({ kind: 'skipped', line, bytes });
  };

  /** Keeps the beginning of a line whose end is still to come, or only its size if it is too long. */
  const hold = (bytes: Uint8Array): void => {
    if (bytes.length === 0) return;
    if (skipping === 0 && pending.length + bytes.length <= mostHeldBytes) {
      pending.append(bytes);
      return;
    }
    skipping += pending.length + bytes.length;
    skippedLast = bytes[bytes.length - 1] ?? 0;
    pending.clear();
  };

  /** Ends the line of which `hold` has kept the beginning. */
  const release = (frames: Frame[], terminated: boolean): void => {
    const held = pending.view();
    const last = skipping > 0 ? skippedLast : held[held.length - 1];
    const size = skipping > 0 ? skipping : held.length;
    const bytes = terminated && last === CARRIAGE_RETURN ? size - 1 : size;
    if (bytes > maxLineBytes) addSkipped(frames, bytes);
    else addLine(frames, decoder.decode(held.subarray(0, bytes)), terminated);
    skipping = 0;
    pending.clear();
  };

  /** Decodes many lines at once: `bytes` ends with a newline, and no line in it can be too long. */
  const addSpan = (frames: Frame[], bytes: Uint8Array): void => {
    const text = decoder.decode(bytes);
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      const cut = text.charCodeAt(end - 1) === CARRIAGE_RETURN && end > start ? end - 1 : end;
      addLine(frames, text.slice(start, cut), true);
      start = end + 1;
    }
  };

  const pushBytes = (added: Uint8Array, frames: Frame[]): void => {
    const chunk = mark.strip(added);
    const afterLast = chunk.lastIndexOf(NEWLINE) + 1;
    let start = 0;
    while (start < afterLast) {
      const window = chunk.subarray(start, Math.min(start + spanBytes, afterLast));
      const span = window.lastIndexOf(NEWLINE) + 1;
      if (span > 0 && pending.length === 0 && skipping === 0) {
        addSpan(frames, window.subarray(0, span));
        start += span;
      } else {
        const end = chunk.indexOf(NEWLINE, start);
        hold(chunk.subarray(start, end));
        release(frames, true);
        start = end + 1;
      }
    }
    if (start < chunk.length) hold(chunk.subarray(start));
  };

  return {
    push(chunk) {
      const frames: Frame[] = [];
      if (typeof chunk === 'string') {
        pushBytes(strings.encode(chunk), frames);
      } else {
        pushBytes(strings.flush(), frames);
        pushBytes(chunk, frames);
      }
      return frames;
    },
    flush() {
      const frames: Frame[] = [];
      pushBytes(strings.flush(), frames);
      hold(mark.flush());
      if (skipping > 0 || pending.length > 0) release(frames, false);
      line = 0;
      return frames;
    },
  };
}

function isBlank(text: string): boolean {
  return text === '' || (text.charCodeAt(0) <= SPACE && !NOT_BLANK.test(text));
}

function checkedMaxLineBytes(maxLineBytes: number): number {
  if (
    Number.isInteger(maxLineBytes) &&
    maxLineBytes > 0 &&
    maxLineBytes <= LARGEST_MAX_LINE_BYTES
  ) {
    return maxLineBytes;
  }
  throw new DragomanError(
    'invalid_option',
    `maxLineBytes must be a whole number from 1 to ${LARGEST_MAX_LINE_BYTES}, not ${maxLineBytes}.`,
  );
}

const MEGABYTE = 1_000_000;

/** The event that replaces a line which was too long to be read: nothing is lost silently. */
export function lineLeftOut(bytes: number): ErrorEvent {
  const size = bytes < MEGABYTE ? `${bytes} bytes` : `${(bytes / MEGABYTE).toFixed(1)} MB`;
  return {
    type: 'error',
    message: `A line of ${size} is longer than can be read and was left out.`,
    fatal: false,
    code: 'line_too_long',
  };
}
