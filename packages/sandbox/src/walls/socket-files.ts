import { randomBytes } from 'node:crypto';
import { closeSync, constants, linkSync, lstatSync, openSync, unlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { errorCode } from '@dragoman/protocol/internal';

/** Creates sockets without a listener. */
export interface SocketFiles {
  make(folder: string, name: string): void;
  close(): void;
}

interface MadeSocket {
  readonly server: Server;
  /** Its folder, held open so that it can't be replaced. */
  readonly folder: number;
  readonly name: string;
}

/**
 * Node creates a socket only to listen, and unlinks it afterwards: it is created elsewhere and linked.
 * To make one takes many times as long as a link, so one serves all that can be linked to it.
 */
export function createSocketFiles(): SocketFiles {
  const made: MadeSocket[] = [];
  return {
    make(folder, name) {
      const path = `${folder}/${name}`;
      if (!made.some((socket) => linkTo(socket, path))) {
        const socket = makeBeside(folder);
        made.push(socket);
        linkTo(socket, path);
      }
      // Another process may have put a file there.
      if (lstatSync(path).isSocket()) return;
      unlinkSync(path);
      throw new Error(`What was linked to ${path} is no socket: somebody replaced it meanwhile.`);
    },
    close() {
      for (const { server, folder } of made.splice(0)) {
        server.close();
        closeSync(folder);
      }
    },
  };
}

function makeBeside(folder: string): MadeSocket {
  const name = `.dragoman-${randomBytes(6).toString('hex')}`;
  const held = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  const server = createServer();
  // That it can't be made shows in the link.
  server.on('error', () => {});
  server.listen(`/proc/self/fd/${held}/${name}`);
  return { server, folder: held, name };
}

/** `false` where it is on another file system. */
function linkTo({ folder, name }: MadeSocket, path: string): boolean {
  try {
    linkSync(`/proc/self/fd/${folder}/${name}`, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EXDEV') return false;
    throw error;
  }
}
