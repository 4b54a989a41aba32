import type { IncomingMessage } from 'node:http';
import { DragomanError } from '@dragoman/protocol';
import { createByteCollector } from '../bytes/byte-collector.js';

/** The default bound on a request's body, whichever gateway reads it. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** The error that a gateway answers with 413. */
export function bodyTooLarge(limitBytes: number): DragomanError {
  return new DragomanError(
    'gateway_body_too_large',
    `The request's body is larger than the ${limitBytes} bytes this gateway takes.`,
  );
}

/**
 * Reads a request's whole body. Rejects with `gateway_body_too_large` as soon as it is known to be
 * over the limit, and with `gateway_body_incomplete` when the client goes before its end. `onBytes` is
 * called with each piece before it is kept; a `DragomanError` that it throws ends the reading.
 */
export async function readBody(
  request: IncomingMessage,
  limitBytes: number = MAX_BODY_BYTES,
  onBytes: (length: number) => void = () => {},
): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw bodyTooLarge(limitBytes);
  const body = createByteCollector();
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      if (body.size + chunk.length > limitBytes) throw bodyTooLarge(limitBytes);
      onBytes(chunk.length);
      body.append(chunk);
    }
  } catch (error) {
    if (error instanceof DragomanError) throw error;
    throw new DragomanError(
      'gateway_body_incomplete',
      'The client went before its request ended.',
      {
        cause: error,
      },
    );
  }
  return body.bytes();
}
