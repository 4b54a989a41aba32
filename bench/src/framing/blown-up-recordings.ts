import { readFileSync } from 'node:fs';
import { recordings } from '@dragoman/testkit';

const NEWLINE = 10;

/** The bytes of all recordings, over and over, until there are at least so many. */
export function blownUpRecordings(leastBytes: number): Buffer {
  const files = recordings().map(({ path }) => endingInNewline(readFileSync(path)));
  const once = Buffer.concat(files);
  const times = Math.ceil(leastBytes / once.length);
  return Buffer.concat(Array.from({ length: times }, () => once));
}

function endingInNewline(bytes: Buffer): Buffer {
  return bytes.at(-1) === NEWLINE ? bytes : Buffer.concat([bytes, Buffer.from([NEWLINE])]);
}

/** What a pipe would deliver: the bytes in chunks of 64 KiB. */
export function inChunks(bytes: Buffer, chunkBytes = 64 * 1024): Buffer[] {
  const count = Math.ceil(bytes.length / chunkBytes);
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  );
}
