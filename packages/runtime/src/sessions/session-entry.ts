import { sandboxKinds } from '@dragoman/sandbox';
import { z } from 'zod';

/** What is known of a session, so that a later turn can go on with it. */
export const sessionEntry = z.object({
  agent: z.string(),
  sessionId: z.string(),
  /** The version that spoke last. */
  version: z.string().optional(),
  /** The HOME in which the agent keeps it. */
  home: z.string(),
  /** On this machine. */
  workspace: z.string(),
  /** The kind of its sandbox: in a container, paths are others. */
  sandbox: z.enum(sandboxKinds),
  /** How many turns have begun in it. */
  turns: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type SessionEntry = z.infer<typeof sessionEntry>;
