/** Bytes that come in pieces and are wanted as one. */
export interface ByteCollector {
  readonly size: number;
  append(chunk: Buffer, start?: number, end?: number): void;
  /** All bytes so far, good until the next call. */
  bytes(): Buffer;
  clear(): void;
}

const SMALLEST = 4096;
const KEPT_WHEN_CLEARED = 1024 * 1024;

/**
 * Collects bytes in one growing buffer. A list of the pieces would cost many times their size when
 * somebody sends a body one byte at a time. The protocol's line framer has its like for the browser;
 * this one deals in Node's buffers and takes a part of a chunk without a view of it.
 */
export function createByteCollector(): ByteCollector {
  let store = Buffer.alloc(0);
  let size = 0;
  return {
    get size() {
      return size;
    },
    append(chunk, start = 0, end = chunk.length) {
      const needed = size + end - start;
      if (needed > store.length) {
        const larger = Buffer.allocUnsafe(Math.max(SMALLEST, needed, store.length * 2));
        store.copy(larger, 0, 0, size);
        store = larger;
      }
      chunk.copy(store, size, start, end);
      size = needed;
    },
    bytes: () => store.subarray(0, size),
    clear() {
      size = 0;
      if (store.length > KEPT_WHEN_CLEARED) store = Buffer.alloc(0);
    },
  };
}
