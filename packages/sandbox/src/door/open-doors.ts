import { type OpenDoor, openDoor } from './open-door.mjs';

/** On a sandbox's own loopback all ports are free, so URLs are the same in every sandbox. */
const FIRST_PORT = 27_000;

/** Doors that this process keeps open, for commands that are on this machine's network. */
export interface OpenDoors {
  /** Where each is, by name. */
  readonly urls: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Opens a port on this machine's loopback for each socket. */
export async function openDoors(sockets: Readonly<Record<string, string>>): Promise<OpenDoors> {
  const doors: (readonly [name: string, door: OpenDoor])[] = [];
  const close = async () => {
    await Promise.all(doors.splice(0).map(([, door]) => door.close()));
  };
  try {
    for (const [name, socket] of Object.entries(sockets)) {
      doors.push([name, await openDoor({ name, socket, port: 0 })]);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    urls: Object.fromEntries(doors.map(([name, { port }]) => [name, doorUrl(port)])),
    close,
  };
}

function doorUrl(port: number): string {
  return `http://127.0.0.1:${port}`;
}

/** A door that the launcher opens, in a sandbox with its own loopback. */
export interface InsideDoor {
  readonly name: string;
  readonly port: number;
  /** Its socket on this machine. */
  readonly hostSocket: string;
  /** Where the socket is to be bound inside. */
  readonly socket: string;
  readonly url: string;
}

/** Where the doors of a sandbox are inside, when their sockets are bound into `folder` there. */
export function insideDoors(
  sockets: Readonly<Record<string, string>>,
  folder: string,
): readonly InsideDoor[] {
  return Object.entries(sockets).map(([name, hostSocket], at) => ({
    name,
    port: FIRST_PORT + at,
    hostSocket,
    // Whatever its name is, it is no other socket there.
    socket: `${folder}/door-${name}.sock`,
    url: doorUrl(FIRST_PORT + at),
  }));
}
