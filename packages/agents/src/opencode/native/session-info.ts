import type { Tokens } from './tokens.js';

/** What OpenCode knows of a session as a whole. */
export interface SessionInfo {
  id: string;
  version: string;
  projectID: string;
  directory: string;
  /** The session whose agent started this one. */
  parentID?: string;
  title: string;
  slug?: string;
  agent?: string;
  model?: { id: string; providerID: string; variant?: string };
  cost?: number;
  tokens?: Omit<Tokens, 'total'>;
  time: { created: number; updated: number; archived?: number };
  summary?: Record<string, unknown>;
  permission?: unknown[];
  share?: { url: string };
  revert?: Record<string, unknown>;
}
