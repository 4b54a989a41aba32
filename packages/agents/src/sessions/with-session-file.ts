import * as zlib from 'node:zlib';
import { DragomanError } from '@dragoman/protocol';
import { reasonOf } from '@dragoman/protocol/internal';
import { createBreather } from './breather.js';
import { inMemoryFile, type OpenFile, openFile } from './open-file.js';

/** More than a session of years unpacks to; a bomb would. */
const MOST_BYTES = 1024 * 1024 * 1024;
/** More than unpacks to that. The size of a file costs an agent nothing: it may be full of holes. */
const MOST_PACKED_BYTES = 256 * 1024 * 1024;

/** Small files are read synchronously: between many of them the event loop must go on. */
const breathe = createBreather();

/** Opens a session's file, packed or not, for as long as it is used, or until the signal is aborted. */
export async function withSessionFile<T>(
  path: string,
  use: (file: OpenFile) => Promise<T>,
  signal?: AbortSignal,
  open: (path: string) => OpenFile = openFile,
): Promise<T> {
  await breathe();
  signal?.throwIfAborted();
  const opened = open(path);
  try {
    const file = path.endsWith('.zst') ? await unpackZstd(opened) : opened;
    return await use(signal === undefined ? file : stoppable(file, signal));
  } finally {
    opened.close();
  }
}

function stoppable(file: OpenFile, signal: AbortSignal): OpenFile {
  const breathe = createBreather(signal);
  return {
    ...file,
    async read(into, position) {
      signal.throwIfAborted();
      // It begins now: whoever reads ahead does something else in the meantime.
      const length = await file.read(into, position);
      // Small pieces and unpacked bytes are read without waiting, so that no signal could arrive.
      await breathe();
      return length;
    },
  };
}

type Unpack = (packed: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;

/** A file packed with zstd, as its content. Node has been able to unpack it since 22.15. */
async function unpackZstd(packed: OpenFile): Promise<OpenFile> {
  if (packed.bytes > MOST_PACKED_BYTES) {
    const words = `${packed.path} is too large to be unpacked: ${packed.bytes} bytes, of at most ${MOST_PACKED_BYTES}.`;
    throw new DragomanError('session_unreadable', words);
  }
  const unpack: unknown = Reflect.get(zlib, 'zstdDecompressSync');
  if (!isUnpack(unpack)) {
    throw new DragomanError(
      'session_compressed',
      `${packed.path} is packed with zstd, which this version of Node can't read. Unpack it (zstd -d), or use Node 22.15 or later.`,
    );
  }
  const bytes = await readAll(packed);
  try {
    return inMemoryFile(unpack(bytes, { maxOutputLength: MOST_BYTES }), packed);
  } catch (cause) {
    throw new DragomanError(
      'session_unreadable',
      `${packed.path} can't be unpacked: ${reasonOf(cause)}.`,
      { cause },
    );
  }
}

function isUnpack(value: unknown): value is Unpack {
  return typeof value === 'function';
}

async function readAll(file: OpenFile): Promise<Uint8Array> {
  const bytes = Buffer.alloc(file.bytes);
  return bytes.subarray(0, await file.read(bytes, 0));
}
