/** One allowed endpoint: exact method, and a pattern for the whole raw path. */
export interface Endpoint {
  readonly method: string;
  readonly path: RegExp;
  /** Asks a model for an answer (and so costs tokens). */
  readonly generates?: true;
}

/** The endpoint that a method and a raw path name, if it is in the table. */
export function findEndpoint(
  table: readonly Endpoint[],
  method: string,
  pathname: string,
): Endpoint | undefined {
  return table.find((endpoint) => endpoint.method === method && endpoint.path.test(pathname));
}
