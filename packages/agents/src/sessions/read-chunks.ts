import type { OpenFile } from './open-file.js';

/** Two are held at a time, and those of files read before are only freed by the garbage collector. */
const CHUNK_BYTES = 512 * 1024;
/** The first chunk is awaited with nothing else to do; the others are read meanwhile. */
const FIRST_CHUNK_BYTES = 256 * 1024;

export interface ReadChunksOptions {
  /** How much is read at once. */
  readonly chunkBytes?: number | undefined;
  /** Whether the next chunk is read while one is worked on. Not worth it where few are wanted. */
  readonly ahead?: boolean | undefined;
}

/**
 * The bytes of a file between two positions, in order; while one chunk is worked on, the next is read.
 * A chunk is overwritten by the one after the next: copy it to keep it.
 */
export async function* readChunks(
  file: OpenFile,
  from = 0,
  to = file.bytes,
  { chunkBytes = CHUNK_BYTES, ahead = true }: ReadChunksOptions = {},
): AsyncGenerator<Buffer, void, void> {
  const first = Math.max(0, Math.min(chunkBytes, FIRST_CHUNK_BYTES, to - from));
  const size = Math.max(0, Math.min(chunkBytes, to - from - first));
  let buffer = Buffer.allocUnsafe(first);
  let other = Buffer.allocUnsafe(size);
  const read = async (at: number): Promise<Buffer> => {
    const chunk = buffer.subarray(0, Math.max(0, to - at));
    [buffer, other] = [other, buffer.length < size ? Buffer.allocUnsafe(size) : buffer];
    return chunk.subarray(0, await file.read(chunk, at));
  };

  let next: Promise<Buffer> | undefined;
  try {
    for (let at = from; at < to; ) {
      const chunk = await (next ?? read(at));
      if (chunk.length === 0) return;
      at += chunk.length;
      next = ahead && at < to ? read(at) : undefined;
      yield chunk;
    }
  } finally {
    // A caller that stops early closes the file next, which must not happen during a read.
    await next?.catch(() => {});
  }
}

/** The chunks between two positions from the last to the first, with where each begins. */
export async function* readChunksBackwards(
  file: OpenFile,
  to: number,
  from = 0,
): AsyncGenerator<{ readonly chunk: Buffer; readonly at: number }, void, void> {
  const chunk = Buffer.allocUnsafe(Math.max(0, Math.min(CHUNK_BYTES, to - from)));
  for (let end = to; end > from; ) {
    const at = Math.max(from, end - chunk.length);
    const length = await file.read(chunk.subarray(0, end - at), at);
    yield { chunk: chunk.subarray(0, length), at };
    end = at;
  }
}
