import type { ClientError } from '../errors/error-response.js';

/** Whether a request comes from a page, with the token of a relay. */
export function isRelayPath(path: string): boolean {
  return path.startsWith('/v1/relay/');
}

/** A failure as pages learn of it: the codes of a relay are written in capitals. */
export function relayError(error: ClientError): ClientError {
  const { body } = error;
  return { ...error, body: { ...body, errorCode: body.errorCode.toUpperCase() } };
}
