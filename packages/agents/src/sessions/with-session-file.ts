import { setImmediate as nextTurn } from 'node:timers/promises';
import { createBreather } from './breather.js';
import { type OpenFile, openFile } from './open-file.js';
import { unpackZstd } from './zstd-file.js';

/** Small files are read without waiting: whoever reads many must let others have their turn. */
const breathe = createBreather();

/** Opens a session's file, packed or not, for as long as it is used, or until it is no longer wanted. */
export async function withSessionFile<T>(
  path: string,
  use: (file: OpenFile) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  await breathe();
  signal?.throwIfAborted();
  const opened = openFile(path);
  try {
    const file = path.endsWith('.zst') ? await unpackZstd(opened) : opened;
    return await use(signal === undefined ? file : stoppable(file, signal));
  } finally {
    opened.close();
  }
}

function stoppable(file: OpenFile, signal: AbortSignal): OpenFile {
  return {
    ...file,
    async read(into, position) {
      // Bytes that were unpacked are there without waiting, so that nobody could say stop.
      await nextTurn();
      signal.throwIfAborted();
      return file.read(into, position);
    },
  };
}
