const BYTE_ORDER_MARK = Uint8Array.of(0xef, 0xbb, 0xbf);
const NOTHING = new Uint8Array(0);

export interface ByteOrderMark {
  /** The chunk without the mark, or what is left of it once the mark has been told apart. */
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
