import { errorMessage } from '@dragoman/protocol/internal';

/** Prints a failure as a Node warning if nothing else reports it. */
export function warnOfFailure(what: string, error: unknown): void {
  process.emitWarning(`${what} failed: ${errorMessage(error)}`, {
    code: 'DRAGOMAN_GATEWAY_FAILURE',
    ...(error instanceof Error && error.stack !== undefined ? { detail: error.stack } : {}),
  });
}
