import * as zlib from 'node:zlib';
import { DragomanError, errorMessage } from '@dragoman/protocol';
import { inMemoryFile } from './in-memory-file.js';
import type { OpenFile } from './open-file.js';

/** More than a session of years unpacks to; a bomb would. */
const MOST_BYTES = 1024 * 1024 * 1024;

type Unpack = (packed: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;

/** A file packed with zstd, as its content. Node has been able to unpack it since 22.15. */
export async function unpackZstd(packed: OpenFile): Promise<OpenFile> {
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
      `${packed.path} can't be unpacked: ${errorMessage(cause)}.`,
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
