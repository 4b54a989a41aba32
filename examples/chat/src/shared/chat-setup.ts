import { z } from 'zod';

/** What the server of this page is set up with, as it says so to the page. */
export const chatSetup = z.object({
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

export type ChatSetup = z.infer<typeof chatSetup>;
