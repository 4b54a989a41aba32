import { DragomanError } from '@dragoman/protocol';
import { type ErrorBody, errorStatus, mediaTypes, type ProblemBody } from '@dragoman/protocol/http';
import { errorCode, errorMessage } from '@dragoman/protocol/internal';
import { boundedWords } from './bounded-words.js';
import { wordsFor } from './client-words.js';
import { Refusal } from './refusal.js';
import { shortageCode } from './shortage-code.js';

/** A failure as a client learns of it. */
export interface ClientError {
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;
  /** For the operator alone: what failed inside. */
  readonly inner?: string | undefined;
}

const INTERNAL: ErrorBody = {
  ok: false,
  errorCode: 'internal_error',
  message: 'Something failed in the server. Its log says what.',
};

/**
 * What a client gets for something that was thrown. Only the message of a `Refusal` is for it. Those of
 * all other errors may name folders and programs of the machine: they are for the log, and the client
 * gets what its code means.
 */
export function clientError(thrown: unknown): ClientError {
  const shortage = thrown instanceof Refusal ? undefined : shortageCode(thrown);
  if (shortage !== undefined) return lackOf(shortage, thrown);
  const status = thrown instanceof DragomanError ? errorStatus(thrown.code) : 500;
  if (!(thrown instanceof DragomanError) || status === 500) {
    return { status: 500, body: INTERNAL, headers: {}, inner: innerOf(thrown) };
  }
  const { code } = thrown;
  const message = boundedWords(thrown.message);
  if (thrown instanceof Refusal) {
    const { headers = {}, ...details } = thrown.details;
    const body = { ok: false as const, errorCode: code, message, ...details };
    const { cause } = thrown;
    return { status, body, headers, ...(cause !== undefined && { inner: innerOf(cause) }) };
  }
  const body = { ok: false as const, errorCode: code, message: wordsFor(code, status) };
  return { status, body, headers: {}, inner: `${code}: ${message}` };
}

function lackOf(code: string, thrown: unknown): ClientError {
  const status = errorStatus(code);
  const body = { ok: false as const, errorCode: code, message: wordsFor(code, status) };
  // Files and memory are there again when others let go of theirs; a disk waits for its operator.
  const headers = code === 'out_of_resources' ? { 'retry-after': '5' } : {};
  return { status, body, headers, inner: innerOf(thrown) };
}

function innerOf(thrown: unknown): string {
  const code = errorCode(thrown);
  return boundedWords(`${code === undefined ? '' : `${code}: `}${errorMessage(thrown)}`);
}

/** The response for it: of this server's form, or by RFC 9457 for a client that accepts that. */
export function errorResponse({ status, body, headers }: ClientError, request: Request): Response {
  const isProblem = request.headers.get('accept')?.includes(mediaTypes.problem) === true;
  return new Response(JSON.stringify(isProblem ? problemOf(status, body) : body), {
    status,
    headers: {
      'content-type': isProblem ? mediaTypes.problem : 'application/json',
      'cache-control': 'no-store',
      ...headers,
    },
  });
}

function problemOf(
  status: number,
  { ok: _ok, errorCode, message, ...rest }: ErrorBody,
): ProblemBody {
  const title = errorCode.replaceAll('_', ' ');
  return { type: 'about:blank', title, status, detail: message, errorCode, ...rest };
}
