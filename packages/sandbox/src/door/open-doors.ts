import { type OpenDoor, openDoor } from './open-door.mjs';

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

export function doorUrl(port: number): string {
  return `http://127.0.0.1:${port}`;
}
