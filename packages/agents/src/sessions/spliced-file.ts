import { inMemoryFile, type OpenFile, openOwnFile } from './open-file.js';

/** Lines that are read at a position of a file. */
export interface Insertion extends Pick<OpenFile, 'read'> {
  /** So many of them, from the first on. */
  readonly bytes: number;
  /** The beginning of a line of the file, or its end. */
  readonly at: number;
}

/** A part of what is read: so many bytes of a file from a position on. */
interface Segment {
  readonly start: number;
  readonly bytes: number;
  read(into: Uint8Array, position: number): Promise<number>;
}

const NEWLINE = inMemoryFile(Buffer.from('\n'));

/** A file with others inserted between its lines, read as one. */
export function splicedFile(file: OpenFile, insertions: readonly Insertion[]): OpenFile {
  const segments: Segment[] = [];
  let bytes = 0;
  const add = (length: number, read: Segment['read']): void => {
    if (length > 0) segments.push({ start: bytes, bytes: length, read });
    bytes += length;
  };
  let from = 0;
  for (const { read, at, bytes: length } of [...insertions].sort(
    (one, other) => one.at - other.at,
  )) {
    const begin = from;
    add(at - begin, (into, position) => file.read(into, begin + position));
    from = at;
    // The last line of a file may lack its end.
    add(1, NEWLINE.read);
    add(length, read);
    add(1, NEWLINE.read);
  }
  const begin = from;
  add(file.bytes - begin, (into, position) => file.read(into, begin + position));
  return { ...file, bytes, read: (into, position) => readSegments(segments, into, position) };
}

async function readSegments(
  segments: readonly Segment[],
  into: Uint8Array,
  position: number,
): Promise<number> {
  let filled = 0;
  for (const { start, bytes, read } of segments) {
    const at = position + filled - start;
    if (at >= bytes) continue;
    if (filled === into.length) break;
    const wanted = into.subarray(filled, filled + Math.min(bytes - at, into.length - filled));
    const got = await read(wanted, at);
    // A file that has become shorter: blanks stand for what it lacks.
    wanted.fill(0x20, got);
    filled += wanted.length;
  }
  return filled;
}

/** Reads of a file that is open only while it is read: there may be thousands. No link is followed. */
export function readsOf(path: string): OpenFile['read'] {
  return async (into, position) => {
    const file = openOwnFile(path);
    try {
      return await file.read(into, position);
    } finally {
      file.close();
    }
  };
}
