/** Bytes that are kept to compare others with, in the same memory again and again. */
export interface KeptBytes {
  /** Whether these bytes of a run are those that are kept. */
  equals(run: Buffer, start: number, end: number): boolean;
  keep(run: Buffer, start: number, end: number): void;
}

const FIRST_BYTES = 1024;

export function createKeptBytes(): KeptBytes {
  let memory = Buffer.allocUnsafe(FIRST_BYTES);
  let length = -1;
  return {
    equals: (run, start, end) =>
      end - start === length && run.compare(memory, 0, length, start, end) === 0,
    keep(run, start, end) {
      length = end - start;
      if (length > memory.length) memory = Buffer.allocUnsafe(length * 2);
      run.copy(memory, 0, start, end);
    },
  };
}
