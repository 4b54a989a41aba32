import { Refusal } from '../refusal.js';

/** What one turn's requests may hold in memory at once: two of the largest. */
const MOST_BYTES = 128 * 1024 * 1024;
/** Far more requests at once than an agent makes. */
const MOST_REQUESTS = 64;

/** The memory that the requests of one turn share while they are under way. */
export interface BodyRoom {
  /** Begins a request, or refuses it when there are too many. */
  enter(): BodyShare;
}

/** One request's part of it. */
export interface BodyShare {
  /** Asks for more; refuses when the turn has no more. */
  take(bytes: number): void;
  /** The body is no longer held. */
  free(): void;
  leave(): void;
}

export function createBodyRoom(): BodyRoom {
  let requests = 0;
  let held = 0;
  return {
    enter() {
      if (requests >= MOST_REQUESTS) {
        throw tooMuch(`${MOST_REQUESTS} requests are under way in this turn`);
      }
      requests += 1;
      let own = 0;
      let isHere = true;
      const free = (): void => {
        held -= own;
        own = 0;
      };
      return {
        take(bytes) {
          if (held + bytes > MOST_BYTES) {
            throw tooMuch(`the requests of this turn hold ${MOST_BYTES} bytes`);
          }
          own += bytes;
          held += bytes;
        },
        free,
        leave() {
          free();
          if (isHere) requests -= 1;
          isHere = false;
        },
      };
    },
  };
}

function tooMuch(why: string): Refusal {
  const message = `The gateway takes no more at the moment: ${why}. Wait for one to end.`;
  return new Refusal({ status: 503, message, code: 'gateway_busy' }, 'refused');
}
