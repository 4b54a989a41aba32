import { z } from 'zod';

/** What is known of a session, so that a later turn can go on with it. */
export const sessionEntry = z.object({
  agent: z.string(),
  sessionId: z.string(),
  /** The version that spoke last. */
  version: z.string().optional(),
  /** The HOME in which the agent keeps it. */
  home: z.string(),
  /** As the agent sees its workspace, and as it is on this machine: not the same in a container. */
  workspace: z.string(),
  sandbox: z.string(),
  /** How many turns have begun in it. */
  turns: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type SessionEntry = z.infer<typeof sessionEntry>;
