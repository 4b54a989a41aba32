import type { ServerResponse } from 'node:http';
import type { DialectRules, ProviderError } from '../dialects/dialect.js';

/** Answers with JSON and ends the response; does nothing when the client has gone. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  if (response.destroyed) return;
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
  });
  response.end(bytes);
}

/**
 * Answers with an error in the dialect's own shape. When the answer has already begun there is no
 * status left to send: the connection is cut, so that what was sent never looks complete.
 */
export function sendError(
  exchange: { readonly response: ServerResponse; readonly dialect: DialectRules },
  error: ProviderError,
): void {
  const { response, dialect } = exchange;
  if (response.headersSent) {
    response.destroy();
    return;
  }
  sendJson(response, error.status, dialect.errorBody(error));
}
