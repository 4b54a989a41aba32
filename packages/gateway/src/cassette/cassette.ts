import { validateHeaderName, validateHeaderValue } from 'node:http';
import { z } from 'zod';

/**
 * The format of a cassette: what was asked and answered during one turn, in the order in which the
 * requests came.
 *
 * It is one JSON document, written with indentation and with sorted keys in requests, because a
 * cassette is read and compared by people: what one event or one argument changed is one line of a
 * diff. The order identifies an exchange, so it has no id and no time.
 */

export const CASSETTE_VERSION = 1;

const eventName = z
  .string()
  .regex(/^[^\r\n]*$/, 'an event name is one line')
  .optional();

/**
 * JSON is kept as JSON where writing it again gives the same text, so nothing is lost. `raw` is a
 * piece of the stream as it stood: a comment, an event with an id, one that was cut off.
 */
const eventSchema = z.union([
  z.strictObject({ event: eventName, json: z.unknown() }),
  z.strictObject({ event: eventName, text: z.string() }),
  z.strictObject({ raw: z.string() }),
]);

/** How long an answer is and how it is sent follows from its body. */
const FRAMING_HEADERS = new Set(['connection', 'content-length', 'transfer-encoding', 'upgrade']);

const headersSchema = z
  .record(z.string(), z.string())
  .refine(
    (headers) => Object.entries(headers).every(([name, value]) => isSendable(name, value)),
    'a header that cannot be sent',
  );

function isSendable(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch {
    return false;
  }
  return !FRAMING_HEADERS.has(name.toLowerCase());
}

const bodySchema = z.union([
  z.strictObject({ json: z.unknown() }),
  z.strictObject({ events: z.array(eventSchema) }),
  z.strictObject({ text: z.string() }),
  z.strictObject({ base64: z.base64() }),
]);

const exchangeSchema = z.strictObject({
  dialect: z.enum(['openai', 'anthropic', 'gemini']),
  method: z.string(),
  /** With the query, without what carried a key in it. */
  path: z.string().startsWith('/'),
  request: bodySchema,
  answer: z.strictObject({
    status: z.int().min(200).max(999),
    headers: headersSchema,
    body: bodySchema,
    /** `cut`: the connection broke after this much of the answer. */
    end: z.enum(['complete', 'cut']),
  }),
});

export const cassetteSchema = z.strictObject({
  cassette: z.literal(CASSETTE_VERSION),
  exchanges: z.array(exchangeSchema),
});

export type Cassette = z.infer<typeof cassetteSchema>;
export type RecordedExchange = z.infer<typeof exchangeSchema>;
export type RecordedBody = z.infer<typeof bodySchema>;
export type RecordedEvent = z.infer<typeof eventSchema>;
