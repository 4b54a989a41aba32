import { createHash, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';

/** How long somebody may take to say the token. */
const PATIENCE_MS = 10_000;
const LONGEST_LINE = 1024;
const NEWLINE = 0x0a;

/**
 * Hears the first line of a connection. Whoever says the token may go on, and what follows it is
 * still to be read; anybody else is hung up on without a word.
 */
export function admit(socket: Socket, token: string, onAdmitted: () => void): void {
  let heard = Buffer.alloc(0);
  // From the first moment on: who says a byte now and then must not stay for it.
  const patience = setTimeout(() => socket.destroy(), PATIENCE_MS).unref();
  socket.once('close', () => clearTimeout(patience));
  const hear = (chunk: Buffer): void => {
    heard = Buffer.concat([heard, chunk]);
    const end = heard.indexOf(NEWLINE);
    if (end === -1 && heard.length <= LONGEST_LINE) return;
    socket.off('data', hear);
    if (end === -1 || !isSame(heard.subarray(0, end), token)) {
      socket.destroy();
      return;
    }
    clearTimeout(patience);
    socket.pause();
    if (end + 1 < heard.length) socket.unshift(heard.subarray(end + 1));
    onAdmitted();
  };
  socket.on('data', hear);
}

/** Takes as long for a wrong token as for the right one, whatever they have in common. */
function isSame(said: Buffer, token: string): boolean {
  return timingSafeEqual(digest(said), digest(Buffer.from(token)));
}

function digest(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
