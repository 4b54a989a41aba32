import { errorMessage } from '@dragoman/protocol';

/** Has Node print a failure that nobody else is told of: it is never just gone. */
export function warnOfFailure(what: string, error: unknown): void {
  process.emitWarning(`${what} failed: ${errorMessage(error)}`, {
    code: 'DRAGOMAN_GATEWAY_FAILURE',
    ...(error instanceof Error && error.stack !== undefined ? { detail: error.stack } : {}),
  });
}
