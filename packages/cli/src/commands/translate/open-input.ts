import { close, constants, createReadStream, fstat, open } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { isatty, ReadStream } from 'node:tty';
import { promisify } from 'node:util';
import { DragomanError } from '@dragoman/protocol';
import { reasonOf } from '@dragoman/protocol/internal';
import type { Terminal } from '../../terminal/terminal.js';
import { readStream } from '../../terminal/until-stopped.js';

const CHUNK_BYTES = 256 * 1024;

const openDescriptor = promisify(open);
const statDescriptor = promisify(fstat);
const closeDescriptor = promisify(close);

// Without it, opening a named pipe waits for somebody to write to it. Windows has neither.
const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** The bytes of a file, or of stdin where no file or `-` is named. Ends when the command should stop. */
export function openInput(
  file: string | undefined,
  terminal: Terminal,
): AsyncGenerator<Uint8Array> {
  if (file !== undefined && file !== '-') return readFile(file, terminal.signal);
  if (terminal.isTyped && file === undefined) {
    throw new DragomanError(
      'usage',
      'Name a file, or pipe records in: codex exec --json … | dragoman translate',
    );
  }
  return terminal.read();
}

async function* readFile(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* readStream(await openStream(path), signal);
  } catch (cause) {
    const words = `Cannot read ${path}: ${reasonOf(cause)}.`;
    throw new DragomanError('input_unreadable', words, { cause });
  }
}

/** What may keep a reader waiting, a pipe or a keyboard, is not read as files are: that can't be stopped. */
async function openStream(path: string): Promise<Readable> {
  const fd = await openDescriptor(path, READ_ONLY);
  try {
    const stats = await statDescriptor(fd);
    if (stats.isFIFO()) return new Socket({ fd, readable: true, writable: false });
    if (isatty(fd)) return new ReadStream(fd);
    return createReadStream(path, { fd, highWaterMark: CHUNK_BYTES });
  } catch (error) {
    await closeDescriptor(fd);
    throw error;
  }
}
