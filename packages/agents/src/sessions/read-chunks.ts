import type { OpenFile } from './open-file.js';

const CHUNK_BYTES = 1024 * 1024;
const NOTHING = Buffer.alloc(0);

export interface ReadChunksOptions {
  /** How much is read at once. */
  readonly chunkBytes?: number | undefined;
  /** Whether the next chunk is read while one is worked on. Not worth it where few are wanted. */
  readonly ahead?: boolean | undefined;
}

/**
 * The bytes of a file between two positions, in order; while one chunk is worked on, the next is read.
 * A chunk is overwritten by the one after the next: whoever wants to keep it copies it.
 */
export async function* readChunks(
  file: OpenFile,
  from = 0,
  to = file.bytes,
  { chunkBytes = CHUNK_BYTES, ahead = true }: ReadChunksOptions = {},
): AsyncGenerator<Buffer, void, void> {
  const size = Math.max(0, Math.min(chunkBytes, to - from));
  const buffers = [Buffer.allocUnsafe(size), Buffer.allocUnsafe(to - from > size ? size : 0)];
  const read = async (turn: number, at: number): Promise<Buffer> => {
    const chunk = buffers[turn % 2]?.subarray(0, Math.max(0, to - at)) ?? NOTHING;
    return chunk.subarray(0, await file.read(chunk, at));
  };

  let next: Promise<Buffer> | undefined;
  try {
    for (let at = from, turn = 0; at < to; turn += 1) {
      const chunk = await (next ?? read(turn, at));
      if (chunk.length === 0) return;
      at += chunk.length;
      next = ahead && at < to ? read(turn + 1, at) : undefined;
      yield chunk;
    }
  } finally {
    // Whoever stops early closes the file next, which must not happen under a read.
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
