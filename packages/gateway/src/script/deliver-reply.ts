import { setTimeout as wait } from 'node:timers/promises';
import type { TokenCounts } from '../contract.js';
import { type AnswerMeter, createAnswerMeter } from '../dialects/answer-meter.js';
import type { Exchange } from '../server/exchange.js';
import { sendError } from '../server/send-json.js';
import { orAborted } from './or-aborted.js';
import {
  errorOf,
  garbageBytes,
  type InterruptingFault,
  playStall,
  standApart,
} from './play-fault.js';
import type { Reply } from './reply.js';
import { eventText, type Wire } from './wire.js';

/** A reply on its way to the client. */
interface Delivery {
  readonly exchange: Pick<Exchange<unknown>, 'response' | 'dialect' | 'signal' | 'usage'>;
  readonly wire: Wire;
  readonly reply: Reply;
  readonly stream: boolean;
  /** Milliseconds between two events. */
  readonly pace?: number;
  readonly fault?: InterruptingFault | undefined;
  /** Called when the fault comes. */
  onFault?(): void;
  /** Called when it is over, with what it reported. */
  onEnd?(end: { readonly isWhole: boolean; readonly tokens: TokenCounts }): void;
}

/**
 * Brings a reply to the client and counts what it reports. Resolves to whether it was delivered in
 * full; rejects when the client goes.
 */
export async function deliver(delivery: Delivery): Promise<boolean> {
  const { exchange, stream, onEnd } = delivery;
  const meter = createAnswerMeter(exchange.dialect, exchange.usage);
  let isWhole = false;
  try {
    isWhole = await (stream ? streamReply(delivery, meter) : sendReply(delivery, meter));
    return isWhole;
  } finally {
    onEnd?.({ isWhole, tokens: meter.tokens() });
  }
}

async function streamReply(delivery: Delivery, meter: AnswerMeter): Promise<boolean> {
  const { exchange, wire, reply, pace = 0 } = delivery;
  const stream = createEventStream(exchange, meter);
  let { fault } = delivery;
  let sent = 0;
  for (const event of wire.events(reply)) {
    if (fault !== undefined && (sent >= fault.after || event.completes)) {
      delivery.onFault?.();
      if (!(await interrupt(delivery, fault, stream, sent))) return false;
      fault = undefined;
    }
    if (pace > 0 && sent > 0) await wait(pace, undefined, { signal: exchange.signal });
    await stream.send(eventText(event, wire.encode));
    sent += 1;
  }
  stream.end();
  return true;
}

/** Plays a fault in mid-stream. Resolves to whether the reply goes on after it. */
async function interrupt(
  { exchange, wire, reply }: Delivery,
  fault: InterruptingFault,
  stream: EventStream,
  sent: number,
): Promise<boolean> {
  switch (fault.kind) {
    case 'fail':
      if (wire.failsApart && sent > 0) await standApart(exchange.signal);
      await stream.send(wire.failure(reply, fault, sent));
      stream.end();
      return false;
    case 'cut':
      // A client drops what it has not read yet when its connection breaks.
      if (sent > 0) await standApart(exchange.signal);
      exchange.response.destroy();
      return false;
    case 'garbage':
      await stream.send(garbageBytes(fault.text));
      stream.end();
      return false;
    case 'stall':
      await playStall(fault.milliseconds, exchange.signal);
      return true;
  }
}

/** Sends a reply in one piece; a fault comes before it. */
async function sendReply(delivery: Delivery, meter: AnswerMeter): Promise<boolean> {
  const { exchange, wire, reply, fault } = delivery;
  const { response, dialect, signal } = exchange;
  if (fault !== undefined) delivery.onFault?.();
  switch (fault?.kind) {
    case 'fail':
      sendError(exchange, errorOf(dialect, { status: 500, ...fault }));
      return false;
    case 'cut':
      response.destroy();
      return false;
    case 'garbage':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(garbageBytes(fault.text));
      return false;
    case 'stall':
      await playStall(fault.milliseconds, signal);
  }
  const bytes = Buffer.from(JSON.stringify(wire.body(reply)));
  const type = 'application/json; charset=utf-8';
  meter.push(bytes);
  meter.flush();
  signal.throwIfAborted();
  response.writeHead(200, { 'content-type': type, 'content-length': bytes.length });
  // A client that goes in the middle of a large body gets it again.
  await writeBytes(exchange, bytes);
  response.end();
  return true;
}

/** A server-sent event stream that never runs ahead of its reader. */
interface EventStream {
  /** Resolves when the bytes have left this process; rejects when the exchange is over. */
  send(text: string | Buffer): Promise<void>;
  end(): void;
}

function createEventStream(
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

/**
 * Writes a part of an answer. Resolves when the bytes have left this process, which is stricter
 * than waiting for `drain`; rejects when the exchange is over before that.
 */
async function writeBytes(
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
