import { findUsageFiles } from '../usage/session-units.js';
import type { UsageFormat } from '../usage/usage-format.js';
import { countClaudeSession } from './session-counts.js';
import { claudeSessions } from './sessions.js';
import { createClaudeUsageReader } from './usage-reader.js';

/** `projects/<folder>/<session>/subagents/…`, and deeper where sub-agents work in groups. */
const DEEPEST = 6;

/**
 * The sessions of Claude Code, and its sub-agents: also those that no session names, which the CLI only
 * warms up.
 */
export const claudeUsage: UsageFormat = {
  find: ({ home, ...options }) =>
    findUsageFiles({
      ...options,
      folders: claudeSessions.folders(home),
      depth: DEEPEST,
      isWanted: (name) => name.endsWith('.jsonl'),
    }),
  createReader: createClaudeUsageReader,
  countSession: countClaudeSession,
};
