import type { OpenFile } from './open-file.js';

/** Bytes at hand, to be read as a file. */
export function inMemoryFile(
  content: Uint8Array,
  about: Pick<OpenFile, 'path' | 'modifiedAt'> = { path: '', modifiedAt: new Date(0) },
): OpenFile {
  return {
    ...about,
    bytes: content.length,
    async read(into, position) {
      const piece = content.subarray(position, position + into.length);
      into.set(piece);
      return piece.length;
    },
    close() {},
  };
}
