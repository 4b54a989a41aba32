import { DragomanError } from '@dragoman/protocol';
import type { z } from 'zod';

/** Throws when options are not what a schema says; the message names the place, not the value. */
export function checkOptions(schema: z.ZodType, options: unknown, what: string): void {
  const checked = schema.safeParse(options);
  if (checked.success) return;
  const [issue] = checked.error.issues;
  const place = issue?.path.join('.') || 'top level';
  throw new DragomanError(
    'gateway_options_invalid',
    `${what} cannot be used: ${place}: ${issue?.message ?? 'invalid'}.`,
  );
}
