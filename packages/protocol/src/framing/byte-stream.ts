const FIRST_CAPACITY = 4096;
const MOST_KEPT_CAPACITY = 4 * 1024 * 1024;

export interface GrowingBytes {
  readonly length: number;
  append(bytes: Uint8Array): void;
  /** What has been appended; valid until the next call. */
  view(): Uint8Array;
  /** Empties it, and lets go of the memory if that is much. */
  clear(): void;
}

/**
 * A byte buffer that doubles when it is full, so that a line which comes one byte at a time costs
 * linear time and one array, not a million. What is appended is copied: a caller may reuse its chunk.
 */
export function createGrowingBytes(): GrowingBytes {
  let bytes = new Uint8Array(0);
  let length = 0;

  return {
    get length() {
      return length;
    },
    append(added) {
      const needed = length + added.length;
      if (needed > bytes.length) {
        const grown = new Uint8Array(Math.max(needed, bytes.length * 2, FIRST_CAPACITY));
        grown.set(bytes.subarray(0, length));
        bytes = grown;
      }
      bytes.set(added, length);
      length = needed;
    },
    view: () => bytes.subarray(0, length),
    clear() {
      length = 0;
      if (bytes.length > MOST_KEPT_CAPACITY) bytes = new Uint8Array(0);
    },
  };
}

const NOTHING = new Uint8Array(0);

export interface StringEncoder {
  encode(text: string): Uint8Array;
  /** The bytes of a half character that no other half followed. */
  flush(): Uint8Array;
}

/**
 * Strings to UTF-8, piece by piece. A character outside the basic plane is two code units, and a
 * string may be cut between them: the first is held back until its other half comes.
 */
export function createStringEncoder(): StringEncoder {
  const encoder = new TextEncoder();
  let held = '';

  return {
    encode(text) {
      const whole = held + text;
      const endsInHalf = isHighSurrogate(whole.charCodeAt(whole.length - 1));
      held = endsInHalf ? whole.slice(-1) : '';
      return encoder.encode(endsInHalf ? whole.slice(0, -1) : whole);
    },
    flush() {
      if (held === '') return NOTHING;
      const bytes = encoder.encode(held);
      held = '';
      return bytes;
    },
  };
}

function isHighSurrogate(codeUnit: number): boolean {
  return codeUnit >= 0xd800 && codeUnit <= 0xdbff;
}

const BYTE_ORDER_MARK = Uint8Array.of(0xef, 0xbb, 0xbf);

export interface ByteOrderMark {
  /** The chunk without the mark, or what is left of it once it is known whether there is a mark. */
  strip(chunk: Uint8Array): Uint8Array;
  /** The end of the stream: the beginning of a mark that never came to be one. */
  flush(): Uint8Array;
}

/** Takes the byte order mark off the start of a stream, also when a cut goes through it. */
export function createByteOrderMark(): ByteOrderMark {
  let matched = 0;
  let isDecided = false;

  return {
    strip(chunk) {
      if (isDecided) return chunk;
      const before = matched;
      let at = 0;
      while (at < chunk.length && matched < BYTE_ORDER_MARK.length && !isDecided) {
        if (chunk[at] === BYTE_ORDER_MARK[matched]) {
          matched += 1;
          at += 1;
        } else {
          isDecided = true;
        }
      }
      if (isDecided) return joined(BYTE_ORDER_MARK.subarray(0, before), chunk);
      isDecided = matched === BYTE_ORDER_MARK.length;
      return chunk.subarray(at);
    },
    flush() {
      const held = isDecided ? NOTHING : BYTE_ORDER_MARK.subarray(0, matched);
      matched = 0;
      isDecided = false;
      return held;
    },
  };
}

function joined(held: Uint8Array, chunk: Uint8Array): Uint8Array {
  if (held.length === 0) return chunk;
  const whole = new Uint8Array(held.length + chunk.length);
  whole.set(held);
  whole.set(chunk, held.length);
  return whole;
}
