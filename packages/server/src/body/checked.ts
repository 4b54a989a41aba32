import type { z } from 'zod';
import { refusal } from '../errors/refusal.js';

const MOST_FAULTS = 5;

/** Values of a query or of a body, or a refusal that says what is wrong with them. */
export function checked<Schema extends z.ZodType>(value: unknown, schema: Schema): z.infer<Schema> {
  // The issues say what they were given, so that a field which is missing can be told from a wrong one.
  const { data, error } = schema.safeParse(value, { reportInput: true });
  if (error === undefined) return data;
  const faults = error.issues.map(({ path, code, message, input }) => {
    if (path.length === 0) return message;
    const isMissing = code === 'invalid_type' && input === undefined;
    const words = isMissing ? 'is missing' : message;
    return `${path.map(String).join('.')}: ${words}`;
  });
  const more = faults.length > MOST_FAULTS ? `; and ${faults.length - MOST_FAULTS} more` : '';
  throw refusal(
    'invalid_request',
    `The request can't be used: ${faults.slice(0, MOST_FAULTS).join('; ')}${more}.`,
  );
}
