import type { ServerResponse } from 'node:http';
import { orAborted } from './or-aborted.js';
import type { StreamEvent } from './wire.js';

/** A server-sent event stream that never runs ahead of its reader. */
export interface EventStream {
  /** Sends the head alone, if it has not gone yet. */
  open(): void;
  /** Resolves when the event has left this process; rejects when the exchange is over. */
  send(event: StreamEvent): Promise<void>;
  /** Sends bytes as they are. */
  sendBytes(bytes: Uint8Array): Promise<void>;
  end(): void;
}

export function createEventStream(response: ServerResponse, signal: AbortSignal): EventStream {
  function open(): void {
    if (response.headersSent) return;
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
    });
    response.flushHeaders();
  }

  function sendBytes(bytes: Uint8Array): Promise<void> {
    signal.throwIfAborted();
    open();
    // The callback comes when the bytes are with the system: stricter than waiting for `drain`.
    const written = new Promise<void>((resolve, reject) => {
      response.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
    return orAborted(written, signal);
  }

  return {
    open,
    sendBytes,
    send: ({ event, data }) => {
      const name = event === undefined ? '' : `event: ${event}\n`;
      return sendBytes(Buffer.from(`${name}data: ${JSON.stringify(data)}\n\n`));
    },
    end: () => response.end(),
  };
}
