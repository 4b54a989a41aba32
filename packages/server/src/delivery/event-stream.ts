import type { EventPiece } from './event-piece.js';
import type { PieceReader } from './piece-reader.js';

/** What the readers of a stream get for pieces, silence and the end. */
export interface StreamForm {
  bytes(piece: EventPiece): Uint8Array;
  readonly ping: string;
  /** After the last piece. */
  readonly last?: string | undefined;
}

/** How much waits for a client that reads slowly, beside one piece. */
const HIGH_WATER_BYTES = 256 * 1024;

/**
 * The events of a turn as bytes, from a cursor to the `end`. A reader is that cursor: what it doesn't
 * take stays in the journal, and when it goes, nothing else does.
 *
 * @param onFailure gets why the events can't be read on: the client only sees that there is no end
 */
export function createEventStream(
  reader: PieceReader,
  { bytes, ping, last = '' }: StreamForm,
  onFailure: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();

  /** The next bytes that there are; nothing after the end. */
  const next = async (): Promise<Uint8Array | undefined> => {
    for (;;) {
      const news = await reader.next();
      if (news === 'over') return undefined;
      const made = news === 'silence' ? encoder.encode(ping) : bytes(news);
      if (made.byteLength > 0) return made;
    }
  };

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const chunk = await next();
          // The client has gone in the meantime.
          if (reader.isClosed) return;
          if (chunk !== undefined) return controller.enqueue(chunk);
          reader.close();
          if (last !== '') controller.enqueue(encoder.encode(last));
          controller.close();
        } catch (error) {
          if (!reader.isClosed) onFailure(error);
          reader.close();
          throw error;
        }
      },
      cancel: () => reader.close(),
    },
    { highWaterMark: HIGH_WATER_BYTES, size: (chunk) => chunk?.byteLength ?? 0 },
  );
}
