import type { OpenFile } from './open-file.js';
import { readChunks } from './read-chunks.js';

/** Whether any of some texts stands between two positions of a file. Nothing is parsed. */
export async function holdsAny(
  file: OpenFile,
  texts: readonly string[],
  from: number,
  to: number,
  chunkBytes?: number,
): Promise<boolean> {
  const sought = texts.map((text) => Buffer.from(text));
  const longest = sought.reduce((most, { length }) => Math.max(most, length), 2);
  // The end of what came before: a text may lie on both sides of a cut.
  let rest = Buffer.alloc(0);
  for await (const chunk of readChunks(file, from, Math.min(to, file.bytes), { chunkBytes })) {
    const seam = Buffer.concat([rest, chunk.subarray(0, longest - 1)]);
    if (sought.some((text) => seam.includes(text) || chunk.includes(text))) return true;
    rest = Buffer.concat([rest, chunk.subarray(1 - longest)]).subarray(1 - longest);
  }
  return false;
}
