import type { IncomingHttpHeaders } from 'node:http';
import type { Dialect, TokenCounts } from '../contract.js';

const BEARER = /^Bearer +(\S+)$/i;

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
  /** Where a client path is upstream, given the path of the base URL (without a last slash). */
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

/** One allowed endpoint: exact method, and a pattern for the whole raw path. */
export interface Endpoint {
  readonly method: string;
  readonly path: RegExp;
  /** Asks a model for an answer (and so costs tokens). */
  readonly generates?: true;
  /** Costs tokens that its answer doesn't report. No budget could hold, so it is never forwarded. */
  readonly unmetered?: true;
}

/** The rules that follow from a dialect's table of endpoints. What is not in the table is not served. */
export function endpointRules(
  table: readonly Endpoint[],
): Pick<DialectRules, 'matches' | 'generates' | 'forwards'> {
  const find = (method: string, pathname: string) =>
    table.find((endpoint) => endpoint.method === method && endpoint.path.test(pathname));
  return {
    matches: (method, pathname) => find(method, pathname) !== undefined,
    generates: (method, pathname) => find(method, pathname)?.generates === true,
    forwards: (method, pathname) => find(method, pathname)?.unmetered !== true,
  };
}

/** The token of an `Authorization: Bearer` header. */
export function bearerToken(headers: IncomingHttpHeaders): string | undefined {
  return BEARER.exec(headers.authorization ?? '')?.[1];
}

/** The token of a header that holds nothing else; `undefined` when absent, empty or repeated. */
export function headerToken(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * Puts a base URL's path before a client path that begins with a version (`/v1/messages`). A base
 * URL that already ends in that version is taken as it is meant: the version is not doubled.
 */
export function joinVersionedPath(basePath: string, pathname: string): string {
  const version = /^\/[^/]+/.exec(pathname)?.[0] ?? '';
  return version !== '' && basePath.endsWith(version)
    ? basePath + pathname.slice(version.length)
    : basePath + pathname;
}
