import type { Exchange } from '../server/exchange.js';
import { orAborted } from './or-aborted.js';

/**
 * Writes a part of an answer. Resolves when the bytes have left this process, which is stricter
 * than waiting for `drain`; rejects when the exchange is over before that.
 */
export async function writeBytes(
  { response, signal }: Pick<Exchange<unknown>, 'response' | 'signal'>,
  bytes: Buffer,
): Promise<void> {
  signal.throwIfAborted();
  const written = new Promise<void>((resolve) => {
    response.write(bytes, (error) => {
      // Node calls back without an error, too, when the client went with the bytes unread. Either
      // way the response is about to close, and that aborts the signal.
      if (!error && response.socket?.destroyed === false) resolve();
    });
  });
  await orAborted(written, signal);
}
