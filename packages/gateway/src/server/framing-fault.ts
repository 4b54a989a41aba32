import type { IncomingMessage } from 'node:http';

/** Headers that define the end, the target or the owner of a request. A hop must not drop them. */
const NEVER_HOP_BY_HOP = new Set([
  'authorization',
  'content-length',
  'host',
  'transfer-encoding',
  'x-api-key',
  'x-goog-api-key',
]);

/**
 * Why a request cannot be trusted to end where it seems to, or `undefined`. What is refused here
 * can be used to hide a second request in the body of the first.
 */
export function framingFault({ method, headers }: IncomingMessage): string | undefined {
  const dropped = connectionHeaders(headers.connection).find((name) => NEVER_HOP_BY_HOP.has(name));
  if (dropped !== undefined) return `The Connection header must not name ${dropped}.`;
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
  return hasBody && (method === 'GET' || method === 'HEAD')
    ? `A ${method} request has no body here.`
    : undefined;
}

/** The headers that `Connection` names as meant for this hop only, in lower case. */
export function connectionHeaders(connection: string | undefined): string[] {
  const names = (connection ?? '').toLowerCase().split(',');
  return names.map((name) => name.trim());
}
