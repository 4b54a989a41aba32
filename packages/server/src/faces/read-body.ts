import { type StartTurnBody, startTurnBody } from '@dragoman/protocol/http';
import type { z } from 'zod';
import { refusal } from '../errors/refusal.js';

const MOST_FAULTS = 5;

/** The body of a request, checked. Rejects with `invalid_request` and what is wrong, by path. */
export async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const body: unknown = await request.json().catch(() => {
    throw refusal('invalid_request', 'The body is not JSON.');
  });
  return checked(schema, body);
}

/** What another protocol asks for, as the body of a start: under the same rules. */
export function startBody(body: StartTurnBody): StartTurnBody {
  return checked(startTurnBody, body);
}

function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues
    .slice(0, MOST_FAULTS)
    .map(({ path, message }) => `${path.map(String).join('.') || 'the body'}: ${message}`);
  throw refusal('invalid_request', `The request can't be read: ${faults.join('; ')}.`);
}
