import type { AnswerMeter } from '../dialects/answer-meter.js';
import type { Exchange } from '../server/exchange.js';
import { writeBytes } from './write-bytes.js';

/** A server-sent event stream that never runs ahead of its reader. */
export interface EventStream {
  /** Resolves when the bytes have left this process; rejects when the exchange is over. */
  send(text: string | Buffer): Promise<void>;
  end(): void;
}

export function createEventStream(
  exchange: Pick<Exchange<unknown>, 'response' | 'signal'>,
  meter: AnswerMeter,
): EventStream {
  const { response, signal } = exchange;
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
      await writeBytes(exchange, bytes);
      meter.push(bytes);
    },
    end: () => response.end(),
  };
}
