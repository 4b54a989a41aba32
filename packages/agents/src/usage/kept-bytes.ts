/** Bytes that are kept to compare others with, in the same memory again and again. */
export interface KeptBytes {
  equals(bytes: Buffer): boolean;
  keep(bytes: Buffer): void;
}

const FIRST_BYTES = 1024;

export function createKeptBytes(): KeptBytes {
  let memory = Buffer.allocUnsafe(FIRST_BYTES);
  let length = -1;
  return {
    equals: (bytes) => bytes.length === length && bytes.compare(memory, 0, length) === 0,
    keep(bytes) {
      if (bytes.length > memory.length) memory = Buffer.allocUnsafe(bytes.length * 2);
      bytes.copy(memory);
      length = bytes.length;
    },
  };
}
