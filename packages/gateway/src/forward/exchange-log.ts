import type { Dialect, TokenCounts } from '../contract.js';

/** How a forwarded exchange ended. */
export type ExchangeOutcome =
  /** The upstream's whole answer, whatever its status, reached the client. */
  | 'answered'
  /** The gateway turned the request down itself: budget, path, size. */
  | 'refused'
  /** The upstream could not be reached, or gave an answer that cannot be passed on. */
  | 'upstream_failed'
  /** The upstream broke off in the middle of its answer. */
  | 'upstream_cut'
  /** The client went, its pass was revoked, or the gateway closed. */
  | 'ended_early';

/** A log entry for one exchange. It contains no texts and no secrets. */
export interface ExchangeLogEntry {
  time: string;
  dialect: Dialect;
  method: string;
  /** Without the query. */
  path: string;
  /** What the client got; `undefined` when it got none. */
  status: number | undefined;
  outcome: ExchangeOutcome;
  /** Until the upstream's answer began; `undefined` when none did. */
  firstByteMs: number | undefined;
  durationMs: number;
  usage: TokenCounts;
}
