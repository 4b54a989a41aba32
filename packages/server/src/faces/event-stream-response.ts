import { orSilence, SILENCE_MS } from '../delivery/or-silence.js';
import { sseContentType, ssePing, streamHeaders } from '../delivery/server-sent-events.js';

export interface EventStreamOptions {
  /** Called once, when nobody reads it any more; with the reason, where it could not go on. */
  readonly onLeave: (failure?: unknown) => void;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** After so long without an event a comment shows that the connection is alive. Default: 15 s. */
  readonly silenceMs?: number | undefined;
}

/**
 * Server-sent events as a response. They are made as the client takes them; when it goes, the making
 * ends, and nothing else does.
 */
export function eventStreamResponse(
  make: (signal: AbortSignal) => AsyncIterable<string>,
  { onLeave, headers = {}, silenceMs = SILENCE_MS }: EventStreamOptions,
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
        if (next === 'silence') controller.enqueue(encoder.encode(ssePing));
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
    headers: { 'content-type': sseContentType, ...streamHeaders, ...headers },
  });
}
