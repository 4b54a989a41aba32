import type { Socket } from 'node:net';

/** What all connections of one socket may hold of lines that haven't ended. Four of the longest. */
const MOST_BYTES = 64 * 1024 * 1024;
const NEWLINE = 0x0a;

/**
 * Bounds what the connections of one server keep in memory together. Each may send a long line; all
 * of them at once may not. The one that goes over the bound is closed.
 */
export function createUnfinishedLines(most: number = MOST_BYTES): (socket: Socket) => void {
  let held = 0;
  return (socket) => {
    let own = 0;
    const hold = (bytes: number): void => {
      held += bytes - own;
      own = bytes;
    };
    socket.on('data', (chunk: Buffer) => {
      const newline = chunk.lastIndexOf(NEWLINE);
      hold(newline === -1 ? own + chunk.length : chunk.length - newline - 1);
      if (held > most) socket.destroy();
    });
    socket.once('close', () => hold(0));
  };
}
