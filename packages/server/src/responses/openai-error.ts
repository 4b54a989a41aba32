import { z } from 'zod';
import type { ClientError } from '../errors/error-response.js';

/** What a refusal says to clients of this protocol. */
export const openaiErrorBody = z.object({
  error: z.object({
    message: z.string(),
    type: z.string(),
    param: z.string().nullable(),
    code: z.string().nullable(),
  }),
});

const RESPONSES = /^\/v1\/responses(\/|$)/;

/** What else clients of OpenAI ask for, and nobody else here. */
const ABSENT =
  /^\/v1\/(chat\/completions|(audio|batches|completions|conversations|embeddings|files|images|models|moderations|vector_stores)(\/.*)?)$/;

/** Where the clients of this protocol are answered, before a route is found, too. */
export function isOpenaiPath(path: string): boolean {
  return RESPONSES.test(path) || isAbsentOfOpenai(path);
}

/** A part of OpenAI's API that this server doesn't have. */
export function isAbsentOfOpenai(path: string): boolean {
  return ABSENT.test(path);
}

const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
};

/** A refusal in the form that clients of this protocol read. */
export function openaiErrorResponse({ status, body, headers }: ClientError): Response {
  const type = TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error');
  const { message, errorCode: code } = body;
  const error: z.infer<typeof openaiErrorBody> = { error: { message, type, param: null, code } };
  return Response.json(error, { status, headers: { 'cache-control': 'no-store', ...headers } });
}
