import { open } from 'node:fs/promises';
import { DragomanError, errorCode, errorMessage } from '@dragoman/protocol';
import type { Terminal } from '../../terminal/terminal.js';

const CHUNK_BYTES = 256 * 1024;

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read by you',
};

/** The bytes of a file, or of stdin where no file or `-` is named. */
export function openInput(file: string | undefined, terminal: Terminal): AsyncIterable<Uint8Array> {
  if (file !== undefined && file !== '-') return readFile(file, terminal.signal);
  if (terminal.isTyped && file === undefined) {
    throw new DragomanError(
      'usage',
      'Name a file, or pipe records in: codex exec --json … | dragoman translate --agent codex',
    );
  }
  return terminal.read();
}

async function* readFile(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const handle = await open(path).catch((cause: unknown) => {
    throw unreadable(path, cause);
  });
  try {
    while (!signal.aborted) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(CHUNK_BYTES));
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } catch (cause) {
    throw unreadable(path, cause);
  } finally {
    await handle.close();
  }
}

function unreadable(path: string, cause: unknown): DragomanError {
  if (cause instanceof DragomanError) return cause;
  const words = WORDS[errorCode(cause) ?? ''] ?? errorMessage(cause);
  return new DragomanError('input_unreadable', `Cannot read ${path}: ${words}.`, { cause });
}
