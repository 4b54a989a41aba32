import type { ClientRequest, IncomingMessage } from 'node:http';
import { MAX_BODY_BYTES } from '../server/read-body.js';
import { bodyTooLargeRefusal } from './refusal.js';

/**
 * Sends a request's body upstream as it comes in, no faster than the upstream takes it. Rejects with
 * a `Refusal` when it is too large, and with the connection's error when the client goes.
 */
export async function upload(
  request: IncomingMessage,
  call: ClientRequest,
  onBytes: (chunk: Buffer) => void,
): Promise<void> {
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw bodyTooLargeRefusal();
    onBytes(chunk);
    if (call.destroyed) return;
    if (!call.write(chunk)) await drained(call);
  }
  call.end();
}

function drained(call: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    function settle(): void {
      call.off('drain', settle);
      call.off('close', settle);
      resolve();
    }
    call.on('drain', settle);
    call.on('close', settle);
  });
}
