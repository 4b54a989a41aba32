import { refusal } from '../errors/refusal.js';

/** The memory that all bodies share while they are read. */
export interface BodyRoom {
  /** Says whose a request is: each client has a share of the room. */
  assign(request: Request, clientId: string): void;
  /** Room for the body of one request. It must be left. */
  enter(request: Request): BodyShare;
}

/** What the body of one request has of it. */
export interface BodyShare {
  /** Asks for more. Throws `too_many_requests` or `out_of_resources`, which say when to come back. */
  take(bytes: number): void;
  /** The body is no longer held. */
  leave(): void;
}

/** As much as two of the largest, and no less than this. */
const FEWEST_BYTES = 64 * 1024 * 1024;
/** Of all there is, what the bodies of one client may have. */
const CLIENTS_PART = 3 / 4;
/** Of that and of all, what large bodies leave for small ones, such as answers. */
const LARGE_PART = 7 / 8;
const SMALL_BYTES = 64 * 1024;

/**
 * Bounds what all bodies hold together. Room is taken as bytes come, not as they are announced: who
 * announces much and sends nothing takes none. Nobody waits for room, so no two bodies wait for each other.
 */
export function createBodyRoom({ mostBytes }: { readonly mostBytes: number }): BodyRoom {
  const all = Math.max(FEWEST_BYTES, 2 * mostBytes);
  const owners = new WeakMap<Request, string>();
  /** Only of clients that have a body under way. */
  const held = new Map<string, number>();
  let heldByAll = 0;
  const add = (client: string, bytes: number): void => {
    heldByAll += bytes;
    const sum = (held.get(client) ?? 0) + bytes;
    if (sum === 0) held.delete(client);
    else held.set(client, sum);
  };
  return {
    assign: (request, clientId) => void owners.set(request, clientId),
    enter(request) {
      const client = owners.get(request) ?? '';
      let own = 0;
      const leave = (): void => {
        if (own > 0) add(client, -own);
        own = 0;
      };
      // At once, so that what is refused for one body lets the others go on.
      const refuse = (error: Error): never => {
        leave();
        throw error;
      };
      return {
        take(bytes) {
          const room = all * (own + bytes > SMALL_BYTES ? LARGE_PART : 1);
          if (heldByAll + bytes > room) refuse(noRoom());
          if ((held.get(client) ?? 0) + bytes > room * CLIENTS_PART) refuse(noShare());
          own += bytes;
          add(client, bytes);
        },
        leave,
      };
    },
  };
}

/** A body under way is there, or has broken off, in a moment. */
const RETRY = { headers: { 'retry-after': '5' } };

function noShare(): Error {
  return refusal(
    'too_many_requests',
    'Other requests of this key are being sent, and hold as much memory as one key may have: send them one after the other.',
    RETRY,
  );
}

function noRoom(): Error {
  return refusal(
    'out_of_resources',
    'The bodies that are being sent hold as much memory as there is for them: try again in a moment.',
    RETRY,
  );
}
