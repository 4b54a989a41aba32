import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { Door } from './control-messages.mjs';

export interface OpenDoor {
  readonly port: number;
  close(): Promise<void>;
}

/** An agent has a few connections. More are closed, before they use up the descriptors of all turns. */
const MOST_CONNECTIONS = 64;

/** How long a refused client may take to hang up. */
const REFUSAL_MS = 5000;

/**
 * Opens a door: listens on loopback and passes each connection on to the door's socket, with
 * back-pressure and half-closed connections as they are. Port 0 takes any that is free.
 */
export async function openDoor(door: Door): Promise<OpenDoor> {
  const clients = new Set<Socket>();
  // What is passed on has its own rhythm: held back for more, each answer would come 40 ms late.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    clients.add(client);
    client.once('close', () => clients.delete(client));
    passOn(client, door);
  });
  server.maxConnections = MOST_CONNECTIONS;
  server.listen(door.port, '127.0.0.1');
  await once(server, 'listening');
  // A connection that can't be accepted (EMFILE, ENFILE) is lost; the door and its process are not.
  server.on('error', () => {});
  const address = server.address();
  return {
    port: address !== null && typeof address === 'object' ? address.port : door.port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const client of clients) client.destroy();
      await closed;
    },
  };
}

function passOn(client: Socket, door: Door): void {
  const far = connect({ path: door.socket, allowHalfOpen: true });
  let reached = false;
  far.once('connect', () => {
    reached = true;
    join(client, far);
    join(far, client);
  });
  far.once('error', (error) => {
    if (reached) client.destroy();
    else refuse(client, door, error);
  });
  client.on('error', () => far.destroy());
  client.once('close', () => far.destroySoon());
}

/**
 * Not by `pipe` alone: to decide whether to end the other side it looks at `process.stdout`, which
 * thereby makes the launcher's stdout non-blocking. That is the command's stdout, too, and programs
 * that don't expect it lose what they print.
 */
function join(from: Socket, to: Socket): void {
  from.pipe(to, { end: false });
  from.once('end', () => to.end());
}

/** In HTTP, because that is what clients speak here: they show its text to their user. */
function refuse(client: Socket, { name }: Door, error: NodeJS.ErrnoException): void {
  const text = `The door "${name}" leads nowhere: nobody answers at its socket (${error.code}).\n`;
  const head = [
    'HTTP/1.1 502 Bad Gateway',
    'content-type: text/plain',
    `content-length: ${text.length}`,
    'connection: close',
  ];
  client.setTimeout(REFUSAL_MS, () => client.destroy());
  client.resume();
  client.end(`${head.join('\r\n')}\r\n\r\n${text}`);
}
