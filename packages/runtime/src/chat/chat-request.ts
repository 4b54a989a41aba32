import { z } from 'zod';

/** What every agent of the registry may be asked. */
export const chatRequest = z.object({
  message: z.string().min(1, 'must say something'),
  session_id: z.string().min(1).optional(),
  sandbox_id: z.string().optional(),
  snapshot_id: z.string().optional(),
});

export type ChatRequest = z.infer<typeof chatRequest>;
