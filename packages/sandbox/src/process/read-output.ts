import { PassThrough, type Readable } from 'node:stream';

/** How long an output may be silent after its process has gone before it is given up. */
const QUIET_MS = 250;

export interface ProcessOutput {
  /** Ends when the process has closed the stream. A reader that leaves early holds nothing up. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** To be called when the process is gone: what is still on its way is read, nothing more. */
  finish(): void;
  /** Ends the bytes now. */
  stop(): void;
}

/**
 * The bytes of one pipe, with back-pressure: a slow reader makes the process wait.
 *
 * A pipe stays open as long as anybody holds its other end. If that is a process that nobody can
 * find any more, the reader would wait for ever; so after `finish` silence counts as the end.
 */
export function readOutput(source: Readable, onBytes: (count: number) => void): ProcessOutput {
  const bytes = new PassThrough();
  let received = 0;
  let quiet: NodeJS.Timeout | undefined;

  source.pipe(bytes);
  source.on('data', (chunk: Uint8Array) => {
    received += chunk.byteLength;
    onBytes(chunk.byteLength);
  });
  source.once('error', () => bytes.end());
  source.once('close', () => clearInterval(quiet));
  bytes.once('close', () => source.resume());

  const stop = () => {
    clearInterval(quiet);
    source.unpipe(bytes);
    source.destroy();
    bytes.end();
  };
  const finish = () => {
    if (source.closed) return;
    let before = received;
    const look = () => {
      const readerIsBehind = bytes.writableNeedDrain;
      if (received === before && !readerIsBehind) stop();
      before = received;
    };
    // Timers come before input: after a pause of this process what has arrived is yet to be read.
    quiet = setInterval(() => setImmediate(look), QUIET_MS);
  };
  return { bytes, finish, stop };
}
