import { DragomanError } from '../dragoman-error.js';
import { createGrowingBytes } from './growing-bytes.js';
import { createStringEncoder } from './string-encoder.js';

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
      /** A line longer than the bound. `bytes` is its full size without the newline. */
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
const largestMaxLineBytes = 256 * 1024 * 1024;
const decodeWindow = 256 * 1024;
const newline = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const byteOrderMark = '\ufeff';

/**
 * Bytes in, lines out. Any split of a stream into chunks gives the same lines, also inside a
 * character; `\r\n` ends a line like `\n`; blank lines are left out; a byte order mark counts only at
 * the start. A line over `maxLineBytes` is dropped while it streams, reported once when it ends, and
 * the stream goes on. Each byte is looked at a fixed number of times, and no more than one line is
 * held.
 */
export function createLineFramer(options: { maxLineBytes?: number } = {}): LineFramer {
  const maxLineBytes = checkedMaxLineBytes(options.maxLineBytes ?? defaultMaxLineBytes);
  const spanBytes = Math.min(decodeWindow, maxLineBytes);
  // Never told to stream: only whole lines are decoded, and a newline is never inside a character.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const strings = createStringEncoder();
  const pending = createGrowingBytes();
  let skipping = 0;
  let line = 0;

  const addLine = (frames: Frame[], text: string, terminated: boolean): void => {
    line += 1;
    const content = line === 1 && text.startsWith(byteOrderMark) ? text.slice(1) : text;
    if (!isBlank(content)) frames.push({ kind: 'line', line, text: content, terminated });
  };

  const addSkipped = (frames: Frame[], bytes: number): void => {
    line += 1;
    frames.push({ kind: 'skipped', line, bytes });
  };

  /** Keeps the beginning of a line whose end is still to come, or only its size if it is too long. */
  const hold = (bytes: Uint8Array): void => {
    if (skipping > 0) {
      skipping += bytes.length;
    } else if (pending.length + bytes.length > maxLineBytes) {
      skipping = pending.length + bytes.length;
      pending.clear();
    } else {
      pending.append(bytes);
    }
  };

  /** Ends the line of which `hold` has kept the beginning. */
  const release = (frames: Frame[], terminated: boolean): void => {
    if (skipping > 0) addSkipped(frames, skipping);
    else
      addLine(
        frames,
        withoutCarriageReturn(decoder.decode(pending.view()), terminated),
        terminated,
      );
    skipping = 0;
    pending.clear();
  };

  /** Decodes many lines at once: `bytes` ends with a newline, and no line in it can be too long. */
  const addSpan = (frames: Frame[], bytes: Uint8Array): void => {
    const text = decoder.decode(bytes);
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      const cut = text.charCodeAt(end - 1) === carriageReturn && end > start ? end - 1 : end;
      addLine(frames, text.slice(start, cut), true);
      start = end + 1;
    }
  };

  const pushBytes = (chunk: Uint8Array, frames: Frame[]): void => {
    const afterLast = chunk.lastIndexOf(newline) + 1;
    let start = 0;
    while (start < afterLast) {
      const window = chunk.subarray(start, Math.min(start + spanBytes, afterLast));
      const span = window.lastIndexOf(newline) + 1;
      if (span > 0 && pending.length === 0 && skipping === 0) {
        addSpan(frames, window.subarray(0, span));
        start += span;
      } else {
        const end = chunk.indexOf(newline, start);
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
      if (skipping > 0 || pending.length > 0) release(frames, false);
      line = 0;
      return frames;
    },
  };
}

function withoutCarriageReturn(text: string, terminated: boolean): string {
  return terminated && text.endsWith('\r') ? text.slice(0, -1) : text;
}

function isBlank(text: string): boolean {
  return text === '' || (text.charCodeAt(0) <= space && text.trim() === '');
}

function checkedMaxLineBytes(maxLineBytes: number): number {
  if (Number.isInteger(maxLineBytes) && maxLineBytes > 0 && maxLineBytes <= largestMaxLineBytes) {
    return maxLineBytes;
  }
  throw new DragomanError(
    'invalid_option',
    `maxLineBytes must be a whole number from 1 to ${largestMaxLineBytes}, not ${maxLineBytes}.`,
  );
}
