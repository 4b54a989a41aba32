import type { Dialect } from '../contract.js';
import type { ModelRequest, Reply } from './reply.js';

/** One event of a streamed answer. */
export interface StreamEvent {
  /** The name on the `event:` line, where the dialect has one. */
  readonly event?: string;
  readonly data: unknown;
  /** Part of what signals the end of the answer to the client. */
  readonly completes?: true;
}

/** How a model speaks one dialect: what it is asked, and how it answers. */
export interface Wire {
  readonly dialect: Dialect;
  /** Reads a request for an answer. Fails with `script_bad_request`. */
  readRequest(url: URL, body: unknown): ModelRequest;
  /** A streamed answer, event by event. */
  events(reply: Reply): Iterable<StreamEvent>;
  /** The JSON of an event, where the dialect escapes more than JSON must. */
  encode?(data: unknown): string;
  /** The text by which the dialect says that the model failed, after `sent` events. */
  failure(reply: Reply, error: ModelFailure, sent: number): string;
  /** Clients notice the failure only when it comes as its own read. */
  readonly failsApart?: true;
  /** The same answer in one piece. */
  body(reply: Reply): unknown;
  /** The answer to "how many tokens would this be?", where the dialect has that question. */
  tokenCount?(tokens: number): unknown;
  /** The answer to "which models are there?"; with an id, about that one. */
  models(id: string | undefined): unknown;
}

export interface ModelFailure {
  readonly message: string;
  readonly code?: string;
}

/** An event as it stands in a stream. */
export function eventText(
  { event, data }: StreamEvent,
  encode: (data: unknown) => string = JSON.stringify,
): string {
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${encode(data)}\n\n`;
}
