import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { readChunks, withSessionFile } from '@dragoman/agents/internal';

const LF = 0x0a;

/**
 * Copies a session's file, unpacked, with some lines changed. The others keep their bytes, and so does a
 * last line without its end.
 */
export async function copyLines(
  from: string,
  to: string,
  change: (line: string) => string,
): Promise<void> {
  const changed = async function* (chunks: AsyncIterable<Buffer>) {
    let begun: Buffer[] = [];
    for await (const chunk of chunks) {
      let start = 0;
      for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
        const bytes = Buffer.concat([...begun, chunk.subarray(start, end + 1)]);
        const line = bytes.toString('utf8', 0, bytes.length - 1);
        const changed = change(line);
        begun = [];
        start = end + 1;
        yield changed === line ? bytes : `${changed}\n`;
      }
      // The chunk will be overwritten.
      begun.push(Buffer.from(chunk.subarray(start)));
    }
    yield Buffer.concat(begun);
  };
  await withSessionFile(from, (file) =>
    pipeline(readChunks(file), changed, createWriteStream(to, { mode: 0o600 })),
  );
}
