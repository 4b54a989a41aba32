import { headerNames } from '@dragoman/protocol/http';
import { z } from 'zod';
import { checked } from '../body/checked.js';

const wellFormed = z
  .string()
  .regex(/^[\x20-\x7e]{1,200}$/, 'must have 1 to 200 printable characters of ASCII');

/** The `Idempotency-Key` of a request, if it has one. Throws `invalid_request` for one that can't be used. */
export function idempotencyKeyOf(request: Request): string | undefined {
  const key = request.headers.get(headerNames.idempotencyKey) ?? undefined;
  const shape = z.object({ [headerNames.idempotencyKey]: wellFormed });
  if (key !== undefined) checked({ [headerNames.idempotencyKey]: key }, shape);
  return key;
}
