import type { DialectRules } from './dialect.js';

/** One allowed endpoint: exact method, and a pattern for the whole raw path. */
export interface Endpoint {
  readonly method: string;
  readonly path: RegExp;
  /** Asks a model for an answer (and so costs tokens). */
  readonly generates?: true;
  /** Costs tokens that its answer doesn't tell of: no budget would hold, so it is never forwarded. */
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
