import type { Duplex } from 'node:stream';
import { errorCode } from '@dragoman/protocol';

type Done = (error?: Error | null) => void;

const BROKEN = new Set(['ECONNRESET', 'EPIPE']);

/**
 * Lets a socket be read to its end although it can no longer be written to. An upstream that
 * answers early (413) hangs up on the rest of the upload, and Node drops a socket at the first
 * write that fails: the answer that lies there unread would be lost. What is written after that goes
 * nowhere; that the connection is broken shows when reading comes to its end.
 */
export function outliveBrokenWrites(socket: Duplex): void {
  if (prepared.has(socket)) return;
  prepared.add(socket);
  const write = socket._write.bind(socket);
  const writeMany = socket._writev?.bind(socket);
  socket._write = (chunk, encoding, done) => write(chunk, encoding, unlessBroken(done));
  if (writeMany !== undefined) {
    socket._writev = (chunks, done) => writeMany(chunks, unlessBroken(done));
  }
}

/** Sockets are used again. */
const prepared = new WeakSet<Duplex>();

function unlessBroken(done: Done): Done {
  return (error) => {
    const code = errorCode(error);
    done(typeof code === 'string' && BROKEN.has(code) ? null : error);
  };
}
