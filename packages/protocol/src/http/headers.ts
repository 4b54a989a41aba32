/** Headers that clients and servers give each other beside those that every HTTP server has. */
export const headerNames = {
  /** Of a response: the turn that it is about. */
  turnId: 'turn-id',
  /** Of a start: the same value again gives the same turn. */
  idempotencyKey: 'idempotency-key',
  /** Of a reader of server-sent events that comes back: the last `id` it has, which is a `seq`. */
  lastEventId: 'last-event-id',
} as const;

/** The forms in which the events of a turn are delivered, by what a client accepts. */
export const mediaTypes = {
  ndjson: 'application/x-ndjson',
  sse: 'text/event-stream',
  /** The AI SDK's stream of a message, as server-sent events. */
  uiMessages: 'text/vnd.ai-sdk.ui-message-stream',
  problem: 'application/problem+json',
} as const;
