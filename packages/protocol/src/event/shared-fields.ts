import { z } from 'zod';

/** On everything a sub-agent does: which call of its parent started it. */
export const parentToolId = z
  .string()
  .optional()
  .describe('The `tool_id` of the call that started the sub-agent this belongs to.');

export const delta = z
  .boolean()
  .optional()
  .describe('True: append to what came before. False or absent: this is the whole text.');

/** What went wrong, in the words of whoever reported it. */
export const failureDetail = z.object({
  message: z.string(),
  type: z.string().optional(),
});
