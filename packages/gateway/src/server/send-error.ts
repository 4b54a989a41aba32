import type { ServerResponse } from 'node:http';
import type { DialectRules, ProviderError } from '../dialects/dialect.js';
import { sendJson } from './send-json.js';

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
