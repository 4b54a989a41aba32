import { mediaTypes } from '@dragoman/protocol/http';
import { type LineEncoding, seqOf } from './event-piece.js';
import { sseContentType } from './server-sent-events.js';

const PING = '{"type":"ping"}';

/** Lines as the journal has them. */
export const ndjson: LineEncoding = {
  contentType: `${mediaTypes.ndjson}; charset=utf-8`,
  ping: `${PING}\n`,
};

/** Server-sent events, whose `id` is the `seq`: who comes back says the last one it has. */
export const serverSentEvents: LineEncoding = {
  contentType: sseContentType,
  encode: (line) => `id: ${seqOf(line)}\ndata: ${line}\n`,
  ping: `data: ${PING}\n\n`,
};
