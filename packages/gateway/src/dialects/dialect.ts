import type { IncomingHttpHeaders } from 'node:http';
import type { Dialect, TokenCounts } from '../contract.js';

/** What goes wrong, before a dialect gives it its own shape. */
export interface ProviderError {
  status: number;
  message: string;
  /** Stable and for programs, e.g. `budget_exceeded`. */
  code?: string;
  /** The provider's word for this kind of error; it follows from the status unless it is given. */
  type?: string;
}

/** A provider's own counters of one answer, by the provider's own names. */
export type UsageFields = Readonly<Record<string, number>>;

/** Everything a gateway must know about one wire language, apart from what a model says in it. */
export interface DialectRules {
  readonly dialect: Dialect;
  /** Whether this is an endpoint of the dialect. Paths are matched raw: an escape never matches. */
  matches(method: string, pathname: string): boolean;
  /** Whether the endpoint asks a model for an answer, which is what `requests` counts. */
  generates(method: string, pathname: string): boolean;
  /** Whether the endpoint may be used at a provider, and not only at a model that is played. */
  forwards(method: string, pathname: string): boolean;
  /** The token, from wherever clients of this dialect put their key. */
  tokenFrom(headers: IncomingHttpHeaders, url: URL): string | undefined;
  /** The header that carries a real key upstream. */
  keyHeader(key: string): readonly [name: string, value: string];
  /** Where a client path lies upstream, given the path of the base URL (without a last slash). */
  upstreamPath(basePath: string, pathname: string): string;
  /** The body a client of this dialect understands as this error. */
  errorBody(error: ProviderError): unknown;
  /**
   * The counters in one JSON body or one SSE payload; empty when it has none. Within an answer
   * later counters replace earlier ones of the same name.
   */
  usageFields(payload: unknown): UsageFields;
  /** Whether these are all that an answer has used up to here, and not only a figure of its beginning. */
  isSettled(fields: UsageFields): boolean;
  /** What the counters of one answer mean in the house's terms. */
  tokenCounts(fields: UsageFields): TokenCounts;
}
