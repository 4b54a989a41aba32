import { createSessionStore } from '../sessions/create-session-store.js';
import type { SessionFormat } from '../sessions/session-format.js';
import type { SessionStore } from '../sessions/session-store.js';
import { withSessionFile } from '../sessions/with-session-file.js';
import { createClaudeSaved } from './saved.js';
import { claudeLayout } from './sessions/layout.js';
import { loadActiveBranch } from './sessions/load-active-branch.js';
import { withSubAgents } from './sessions/with-sub-agents.js';

/** What is to be known of the session files of Claude Code. */
const FORMAT: SessionFormat = {
  agent: 'claude',
  title: 'Claude Code',
  layout: claudeLayout,
  interpreter: createClaudeSaved,
};

/** The sessions that Claude Code keeps. Each is loaded together with its sub-agents. */
export const claudeSessions: SessionStore = {
  ...createSessionStore(FORMAT),
  load: (path, options = {}) =>
    withSessionFile(
      path,
      async (file) => loadActiveBranch(await withSubAgents(file), FORMAT, options),
      options.signal,
    ),
};
