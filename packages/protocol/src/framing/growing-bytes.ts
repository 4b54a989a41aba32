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
