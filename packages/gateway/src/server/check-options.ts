import { DragomanError } from '@dragoman/protocol';
import type { z } from 'zod';

/** Throws if options don't match a schema; the message contains the path, not the value. */
export function checkOptions(schema: z.ZodType, options: unknown, what: string): void {
  const checked = schema.safeParse(options);
  if (checked.success) return;
  const [issue] = checked.error.issues;
  const path = issue?.path.join('.') || 'top level';
  throw new DragomanError(
    'gateway_options_invalid',
    `${what} cannot be used: ${path}: ${issue?.message ?? 'invalid'}.`,
  );
}
