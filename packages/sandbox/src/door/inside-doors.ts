import { doorUrl } from './open-doors.js';

/** A door that the launcher opens, in a sandbox with a loopback of its own. */
export interface InsideDoor {
  readonly name: string;
  readonly port: number;
  /** Its socket on this machine. */
  readonly hostSocket: string;
  /** Where the socket is to be bound inside. */
  readonly socket: string;
  readonly url: string;
}

/** Everything is free on a loopback of its own; the same ports in each sandbox make for the same URLs. */
const FIRST_PORT = 27_000;

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
