import { headerNames } from '@dragoman/protocol/http';
import type { ServerOptions } from '../contract.js';
import type { StoredTurn } from '../store/turn-store.js';
import { chooseForm, type DeliveryForm } from './choose-form.js';
import type { LineEncoding } from './event-piece.js';
import { createEventStream, type StreamForm } from './event-stream.js';
import { ndjson, serverSentEvents } from './line-encodings.js';
import { createPieceReader } from './piece-reader.js';
import { sseContentType, streamHeaders, uiMessageHeaders } from './server-sent-events.js';
import type { TurnTails } from './turn-tails.js';
import { uiMessageForm } from './ui-message-form.js';

/** Makes responses of the events of turns. */
export interface Delivery {
  /** The form that a request asks for. Throws `not_acceptable`: before anything is begun. */
  formOf(request: Request): DeliveryForm;
  /** Events from a cursor to the `end`. Rejects with `cursor_expired` and `cursor_beyond_end`. */
  deliver(turn: StoredTurn, form: DeliveryForm, after: number): Promise<Response>;
  /**
   * Counts a reader that makes its own response: a server that closes waits until it leaves, and says
   * why, if it has to.
   */
  join(turn: StoredTurn): (failure?: unknown) => void;
}

export interface DeliveryOptions {
  readonly tails: TurnTails;
  readonly uiMapper?: ServerOptions['uiMapper'];
  /** Gets what goes wrong in the middle of a response, when its status has been sent. */
  readonly onFailure: (error: unknown) => void;
}

export function createDelivery({ tails, uiMapper, onFailure }: DeliveryOptions): Delivery {
  return {
    join(turn) {
      const { leave } = tails.join(turn);
      return (failure) => {
        if (failure !== undefined) onFailure(failure);
        leave();
      };
    },
    formOf: (request) =>
      chooseForm(request.headers.get('accept'), { hasUiMessages: uiMapper !== undefined }),
    async deliver(turn, form, after) {
      await turn.checkCursor(after);
      const headers = { ...streamHeaders, [headerNames.turnId]: turn.entry.id };
      if (form === 'uiMessages' && uiMapper !== undefined) {
        const mapper = uiMapper({ turnId: turn.entry.id, asOf: await turn.status() });
        // Its mapper reads from the beginning, whatever the client has.
        const reader = createPieceReader(turn, tails, 0);
        const stream = createEventStream(reader, uiMessageForm(mapper, after), onFailure);
        return new Response(stream, { headers: { ...headers, ...UI_HEADERS } });
      }
      // A page's EventSource comes back for ever, unless the response says that there is nothing more.
      if (form === 'sse' && after > 0 && (await isRead(turn, after))) {
        return new Response(null, { status: 204, headers });
      }
      const encoding = form === 'sse' ? serverSentEvents : ndjson;
      const reader = createPieceReader(turn, tails, after);
      const stream = createEventStream(reader, formIn(encoding), onFailure);
      return new Response(stream, {
        headers: { ...headers, 'content-type': encoding.contentType },
      });
    },
  };
}

const UI_HEADERS = { 'content-type': sseContentType, ...uiMessageHeaders };

async function isRead(turn: StoredTurn, after: number): Promise<boolean> {
  const { end, lastSeq } = await turn.status();
  return end !== undefined && after >= lastSeq;
}

function formIn(encoding: LineEncoding): StreamForm {
  return { bytes: (piece) => piece.bytes(encoding), ping: encoding.ping };
}
