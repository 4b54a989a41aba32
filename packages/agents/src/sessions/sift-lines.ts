import { defaultMaxLineBytes } from '@dragoman/protocol';
import type { OpenFile } from './open-file.js';
import { readChunks } from './read-chunks.js';

const NEWLINE = 0x0a;

/**
 * Shows the lines of a file that hold one of some texts, and looks at no other. Lines longer than a
 * record may be are left out.
 */
export async function siftLines(
  file: OpenFile,
  sought: readonly string[],
  show: (line: string) => void,
  chunkBytes?: number,
): Promise<void> {
  const sieve = createSieve(sought, show);
  let held: Buffer[] = [];
  let heldBytes = 0;

  /** Keeps the beginning of a line whose end is still to come, or only its size if it is too long. */
  const hold = (bytes: Buffer): void => {
    heldBytes += bytes.length;
    if (heldBytes > defaultMaxLineBytes) held = [];
    else if (bytes.length > 0) held.push(Buffer.from(bytes));
  };
  const release = (): void => {
    if (heldBytes <= defaultMaxLineBytes) sieve(Buffer.concat(held));
    held = [];
    heldBytes = 0;
  };

  for await (const chunk of readChunks(file, 0, file.bytes, { chunkBytes })) {
    const firstEnd = chunk.indexOf(NEWLINE);
    if (firstEnd === -1) {
      hold(chunk);
      continue;
    }
    hold(chunk.subarray(0, firstEnd));
    release();
    const lastEnd = chunk.lastIndexOf(NEWLINE);
    sieve(chunk.subarray(firstEnd + 1, lastEnd + 1));
    hold(chunk.subarray(lastEnd + 1));
  }
  release();
}

/** Shows those of some whole lines that hold what is sought, each once. */
function createSieve(
  sought: readonly string[],
  show: (line: string) => void,
): (lines: Buffer) => void {
  const shared = Buffer.from(sharedBeginning(sought));
  const wholes = sought.map((text) => Buffer.from(text));
  const isHit = (lines: Buffer, at: number): boolean =>
    wholes.some((whole) => lines.subarray(at, at + whole.length).equals(whole));

  return (lines) => {
    for (let at = lines.indexOf(shared); at !== -1; ) {
      if (!isHit(lines, at)) {
        at = lines.indexOf(shared, at + 1);
        continue;
      }
      const newline = lines.indexOf(NEWLINE, at);
      const end = newline === -1 ? lines.length : newline;
      show(lines.toString('utf8', lines.lastIndexOf(NEWLINE, at) + 1, end));
      at = lines.indexOf(shared, end);
    }
  };
}

function sharedBeginning([first = '', ...others]: readonly string[]): string {
  let length = first.length;
  for (const other of others) {
    while (!other.startsWith(first.slice(0, length))) length -= 1;
  }
  return first.slice(0, length);
}
