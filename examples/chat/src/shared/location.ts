import { z } from 'zod';

/** Where the agent works, as the page tells it. */
export const place = z.object({
  agent: z.string(),
  version: z.string(),
  /** Who answers the agent: a script, or its provider. */
  model: z.enum(['scripted', 'live']),
  sandbox: z.string(),
  /** The name of the project. */
  project: z.string(),
  /** What can be asked for a start. */
  suggestions: z.array(z.object({ title: z.string(), prompt: z.string() })),
});

export type Place = z.infer<typeof place>;
