import { readFileSync } from 'node:fs';
import { parseJson } from '@dragoman/protocol';
import { recordings } from '@dragoman/testkit';

const NEWLINE = 10;

/** The bytes of all recordings with one JSON value a line, repeated until there are this many. */
export function blownUpRecordings(leastBytes: number): Buffer {
  const files = recordings()
    .map(({ path }) => readFileSync(path))
    .filter(hasJsonLines)
    .map(endingInNewline);
  const once = Buffer.concat(files);
  const times = Math.ceil(leastBytes / once.length);
  return Buffer.concat(Array.from({ length: times }, () => once));
}

/** Other recordings are documents over several lines, or hold lines that are plain text. */
function hasJsonLines(bytes: Buffer): boolean {
  const lines = bytes.toString().split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.length > 0 && lines.every((line) => parseJson(line).ok);
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
