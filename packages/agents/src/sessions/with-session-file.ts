import { type OpenFile, openFile } from './open-file.js';
import { unpackZstd } from './zstd-file.js';

/** Opens a session's file, packed or not, for as long as it is used. */
export async function withSessionFile<T>(
  path: string,
  use: (file: OpenFile) => Promise<T>,
): Promise<T> {
  const file = await openFile(path);
  try {
    return await use(path.endsWith('.zst') ? await unpackZstd(file) : file);
  } finally {
    await file.close();
  }
}
