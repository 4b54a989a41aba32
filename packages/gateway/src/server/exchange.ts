import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TurnUsage } from '../contract.js';
import type { DialectRules } from '../dialects/dialect.js';

/** One request of an admitted turn, and all that is needed to answer it. */
export interface Exchange<Turn> {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The request's path and query; its origin means nothing. */
  readonly url: URL;
  readonly dialect: DialectRules;
  readonly turn: Turn;
  /** The turn's meter. A handler adds to it what this exchange uses, `requests` included. */
  readonly usage: TurnUsage;
  /** Aborts when the client has gone, the pass is revoked or the gateway closes. */
  readonly signal: AbortSignal;
}
