import { DragomanError } from '@dragoman/protocol';
import type { ProviderError } from '../dialects/dialect.js';
import type { Exchange } from './exchange.js';
import { sendError } from './send-json.js';
import { warnOfFailure } from './warn-of-failure.js';

const INTERNAL: ProviderError = {
  status: 500,
  message: 'The gateway failed while it answered this request.',
  code: 'gateway_failed',
};
const STATUS_BY_CODE: ReadonlyMap<string, number> = new Map([
  ['gateway_body_too_large', 413],
  ['gateway_body_incomplete', 400],
]);

interface Handling<Turn> {
  handle(exchange: Exchange<Turn>): Promise<void>;
  onFailure?(error: unknown, exchange: Exchange<Turn>): unknown;
}

/**
 * Lets a handler answer one exchange and sees to its end: the signal aborts when the client goes
 * or `exchanges` is aborted, a throw becomes an error without internals, and no response is left
 * open.
 */
export async function answerExchange<Turn>(
  parts: Omit<Exchange<Turn>, 'signal'>,
  exchanges: Set<AbortController>,
  handling: Handling<Turn>,
): Promise<void> {
  const { request, response } = parts;
  const controller = new AbortController();
  const exchange: Exchange<Turn> = { ...parts, signal: controller.signal };
  exchanges.add(controller);
  response.once('close', () => {
    exchanges.delete(controller);
    if (!response.writableFinished) controller.abort(new Error('client gone'));
  });
  // A truncated answer must not look complete, so what is under way is cut and not ended.
  controller.signal.addEventListener('abort', () => response.destroy(), { once: true });

  try {
    await handling.handle(exchange);
    if (!response.writableEnded && !response.destroyed) {
      throw new DragomanError('gateway_unanswered', 'The handler left the response open.');
    }
  } catch (error) {
    if (controller.signal.aborted) return;
    const answer = knownFailure(error);
    sendError(exchange, answer ?? INTERNAL);
    if (answer === undefined) await emitFailure(handling, error, exchange);
  } finally {
    // What was not read of the request would block the next one on the same connection.
    request.resume();
  }
}

async function emitFailure<Turn>(
  { onFailure }: Handling<Turn>,
  error: unknown,
  exchange: Exchange<Turn>,
): Promise<void> {
  if (onFailure === undefined) warnOfFailure('A gateway', error);
  else await onFailure(error, exchange);
}

/** Failures of the client, whose messages may be sent to it. */
function knownFailure(error: unknown): ProviderError | undefined {
  if (!(error instanceof DragomanError)) return undefined;
  const status = STATUS_BY_CODE.get(error.code);
  return status === undefined ? undefined : { status, message: error.message, code: error.code };
}
