import type { RelaySessionBody } from '@dragoman/protocol/http';
import { z } from 'zod';

/** What the page asks its own server for: that this agent fills the form in, from this letter. */
export const fillRequest = z.strictObject({
  agent: z.string().min(1),
  letter: z.string().trim().min(1).max(20_000),
});

export type FillRequest = z.infer<typeof fillRequest>;

/** What it gets for that. */
export interface OpenFill {
  readonly turnId: string;
  readonly relay: RelaySessionBody;
}
