import { orSilence, SILENCE_MS } from '../delivery/or-silence.js';
import { sseContentType, ssePing, streamHeaders } from '../delivery/server-sent-events.js';

/** How a stream is written, and what shows in it that the connection is alive. */
export interface StreamKind {
  readonly contentType: string;
  readonly ping: string;
}

const SSE: StreamKind = { contentType: sseContentType, ping: ssePing };

export interface EventStreamOptions {
  /** Called once, when nobody reads it any more; with the reason, where it could not go on. */
  readonly onLeave: (failure?: unknown) => void;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** After so long without an event a ping shows that the connection is alive. Default: 15 s. */
  readonly silenceMs?: number | undefined;
  /** Default: server-sent events, with comments as pings. */
  readonly kind?: StreamKind | undefined;
}

/**
 * Events as a response. They are made as the client takes them; when it goes, the making
 * ends, and nothing else does.
 */
export function eventStreamResponse(
  make: (signal: AbortSignal) => AsyncIterable<string>,
  { onLeave, headers = {}, silenceMs = SILENCE_MS, kind = SSE }: EventStreamOptions,
): Response {
  const left = new AbortController();
  const pieces = make(left.signal)[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let pending: Promise<IteratorResult<string>> | undefined;

  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        pending ??= pieces.next();
        const next = await orSilence(pending, silenceMs).catch((error: unknown) => {
          if (left.signal.aborted) onLeave();
          else onLeave(error);
          throw error;
        });
        if (left.signal.aborted) return;
        if (next !== 'silence') pending = undefined;
        if (next === 'silence') controller.enqueue(encoder.encode(kind.ping));
        else if (next.done !== true) controller.enqueue(encoder.encode(next.value));
        else {
          controller.close();
          onLeave();
        }
      },
      cancel() {
        left.abort();
        onLeave();
        // What is being made when the client goes is for nobody.
        pending?.catch(() => undefined);
        pieces.return?.(undefined)?.catch(() => undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: { 'content-type': kind.contentType, ...streamHeaders, ...headers },
  });
}
