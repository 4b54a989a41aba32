import type { z } from 'zod';
import { refusal } from '../errors/refusal.js';
import { plainWords } from './plain-words.js';

const MOST_FAULTS = 5;

/** Values of a query or of a body, or a refusal that says what is wrong with them. */
export function checked<Schema extends z.ZodType>(value: unknown, schema: Schema): z.infer<Schema> {
  const { data, fault } = faultOf(value, schema);
  if (fault === undefined) return data;
  throw refusal('invalid_request', `The request can't be used: ${fault}.`);
}

/** A value as a schema has it, or in words what is wrong with it. */
export type CheckedValue<Value> =
  | { readonly data: Value; readonly fault?: undefined }
  | { readonly data?: undefined; readonly fault: string };

export function faultOf<Schema extends z.ZodType>(
  value: unknown,
  schema: Schema,
): CheckedValue<z.infer<Schema>> {
  // What a schema says by itself goes before these words.
  const { data, error } = schema.safeParse(value, { error: plainWords });
  if (error === undefined) return { data };
  const faults = error.issues
    .slice(0, MOST_FAULTS)
    .map(({ path, message }) =>
      path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`,
    );
  const more = error.issues.length - MOST_FAULTS;
  return { fault: `${faults.join('; ')}${more > 0 ? `; and ${more} more` : ''}` };
}
