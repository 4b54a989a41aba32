import { Transform } from 'node:stream';

/**
 * Replaces a key in a stream of bytes by as many asterisks, also where the key spans chunks.
 * Only a tail that may be the beginning of the key waits for the next chunk; all else goes on at
 * once.
 */
export function createRedactStream(key: string): Transform {
  const needle = Buffer.from(key);
  const mask = Buffer.alloc(needle.length, '*');
  let tail = Buffer.alloc(0);

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const bytes = tail.length === 0 ? chunk : Buffer.concat([tail, chunk]);
      let from = 0;
      for (let at = bytes.indexOf(needle); at !== -1; at = bytes.indexOf(needle, from)) {
        mask.copy(bytes, at);
        from = at + needle.length;
      }
      const end = bytes.length - unfinishedLength(bytes, needle, from);
      tail = Buffer.from(bytes.subarray(end));
      done(null, bytes.subarray(0, end));
    },
    flush(done) {
      done(null, tail);
    },
  });
}

/** How many of the last bytes, from `from` on, are a beginning of the needle. */
function unfinishedLength(bytes: Buffer, needle: Buffer, from: number): number {
  const first = needle[0];
  if (first === undefined) return 0;
  const earliest = Math.max(from, bytes.length - needle.length + 1);
  for (let at = bytes.indexOf(first, earliest); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (bytes.subarray(at).equals(needle.subarray(0, bytes.length - at))) return bytes.length - at;
  }
  return 0;
}
