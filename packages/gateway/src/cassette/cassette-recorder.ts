import { DragomanError } from '@dragoman/protocol';
import { type ByteCollector, createByteCollector } from '../bytes/byte-collector.js';
import type { Dialect } from '../contract.js';
import { CASSETTE_VERSION, type Cassette, type RecordedExchange } from './cassette.js';
import { recordAnswer, recordRequest } from './record-body.js';
import { scrubExchange } from './scrub-exchange.js';

/** What is known of an exchange when it begins. */
interface RecordedRequestLine {
  dialect: Dialect;
  method: string;
  path: string;
  /** Values that must not be in the cassette. */
  secrets: readonly string[];
}

/** Takes down one exchange as it goes by. */
export interface ExchangeRecorder {
  requestBytes(chunk: Buffer): void;
  answerBegan(status: number, headers: Readonly<Record<string, unknown>>): void;
  answerBytes(chunk: Buffer): void;
  /** Ends the exchange. One whose answer never began is forgotten: there is nothing to replay. */
  ended(end: 'complete' | 'cut'): void;
}

export interface CassetteRecorder {
  /** Called by a gateway at the beginning of each exchange; the order of calls is the order of the cassette. */
  begin(line: RecordedRequestLine): ExchangeRecorder;
  /** What was recorded so far: the exchanges that have ended. */
  cassette(): Cassette;
}

/** A recording is kept in memory, so it has a bound. */
const MAX_RECORDED_BYTES = 256 * 1024 * 1024;

/** Headers that change how a client reads or retries an answer; all others are left out. */
const KEPT_HEADERS = ['content-type', 'retry-after', 'retry-after-ms', 'x-should-retry'];

/** Makes a recorder to admit a turn with: `gateway.admit({ record: recorder })`. */
export function createCassetteRecorder(): CassetteRecorder {
  const slots: (RecordedExchange | undefined)[] = [];
  let size = 0;

  return {
    begin({ dialect, method, path, secrets }) {
      const slot = slots.push(undefined) - 1;
      const request = createByteCollector();
      const answer = createByteCollector();
      let status: number | undefined;
      let headers: Record<string, string> = {};

      function keep(body: ByteCollector, chunk: Buffer): void {
        size += chunk.length;
        if (size <= MAX_RECORDED_BYTES) body.append(chunk);
      }

      return {
        requestBytes: (chunk) => keep(request, chunk),
        answerBytes: (chunk) => keep(answer, chunk),
        answerBegan(answerStatus, answerHeaders) {
          status = answerStatus;
          headers = keptHeaders(answerHeaders);
        },
        ended(end) {
          if (status === undefined || size > MAX_RECORDED_BYTES) return;
          const exchange: RecordedExchange = {
            dialect,
            method,
            path,
            request: canonicalJson(recordRequest(request.bytes())),
            answer: {
              status,
              headers,
              body: recordAnswer(answer.bytes()),
              end,
            },
          };
          slots[slot] = scrubExchange(exchange, secrets);
          request.clear();
          answer.clear();
        },
      };
    },
    cassette() {
      if (size > MAX_RECORDED_BYTES) {
        throw new DragomanError(
          'cassette_too_large',
          `The turn's exchanges are larger than the ${MAX_RECORDED_BYTES} bytes a cassette may hold.`,
        );
      }
      return {
        cassette: CASSETTE_VERSION,
        exchanges: slots.filter((exchange) => exchange !== undefined),
      };
    },
  };
}

function keptHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

/**
 * The same JSON with the keys of every object in alphabetical order. A value and not a text (for
 * which there is `writeJson`): a cassette is scrubbed and indented after this.
 */
function canonicalJson<Value>(value: Value): Value;
function canonicalJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => canonicalJson(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, item]) => [key, canonicalJson(item)]),
  );
}
