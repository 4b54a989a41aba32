import { errorCode } from '@dragoman/protocol';
import { warnOfFailure } from './warn-of-failure.js';

const FULL: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE']);
/** A process without descriptors fails at every connection; one warning in this time is enough. */
const PAUSE_MS = 10_000;

/**
 * What a server does with an error while it listens. A connection that can't be accepted because the
 * process has no descriptors left is that connection's misfortune: unheard, the error would end the
 * process and with it every other turn.
 */
export function createAcceptWarning(what: string): (error: Error) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (performance.now() - last < PAUSE_MS) return;
    last = performance.now();
    const code = errorCode(error);
    warnOfFailure(
      FULL.has(code) ? `${what} had no file descriptor left for a connection, and` : what,
      error,
    );
  };
}
