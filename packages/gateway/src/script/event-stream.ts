import type { AnswerMeter } from '../dialects/answer-meter.js';
import type { Exchange } from '../server/exchange.js';
import { orAborted } from './or-aborted.js';

/** A server-sent event stream that never runs ahead of its reader. */
export interface EventStream {
  /** Resolves when the bytes have left this process; rejects when the exchange is over. */
  send(text: string | Buffer): Promise<void>;
  end(): void;
}

export function createEventStream(
  { response, signal }: Pick<Exchange<unknown>, 'response' | 'signal'>,
  meter: AnswerMeter,
): EventStream {
  function sendHead(): void {
    if (response.headersSent) return;
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
    });
  }

  return {
    async send(text) {
      signal.throwIfAborted();
      sendHead();
      const bytes = Buffer.from(text);
      // The callback comes when the bytes are with the system: stricter than waiting for `drain`.
      const written = new Promise<void>((resolve, reject) => {
        response.write(bytes, (error) => (error ? reject(error) : resolve()));
      });
      await orAborted(written, signal);
      meter.push(bytes);
    },
    end: () => response.end(),
  };
}
