import { z } from 'zod';

/** The body of `POST /v1/turns/{id}/cancel`. It may be absent. */
export const cancelBody = z.strictObject({
  reason: z.string().max(1000).optional().describe('Stands in the `end` of the turn.'),
});

/** The body of `POST /v1/turns/{id}/input`. */
export const inputBody = z.strictObject({
  text: z.string().trim().min(1).max(200_000).describe('More for an agent that is at work.'),
});

export type CancelBody = z.infer<typeof cancelBody>;
export type InputBody = z.infer<typeof inputBody>;
