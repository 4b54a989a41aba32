import { createSessionStore } from '../sessions/create-session-store.js';
import type { PagedFormat } from '../sessions/session-format.js';
import type { SessionStore } from '../sessions/session-store.js';
import { createCodexSaved } from './saved.js';
import { codexLayout } from './sessions/layout.js';
import { codexPaging } from './sessions/paging.js';
import { codexSummary } from './sessions/summary.js';
import { totalUsage } from './sessions/total-usage.js';

/** What is to be known of the session files of Codex. */
export const codexSessionFormat: PagedFormat = {
  agent: 'codex',
  title: 'Codex',
  layout: codexLayout,
  interpreter: createCodexSaved,
  summary: codexSummary,
  paging: codexPaging,
  usage: totalUsage,
};

/** The sessions that Codex keeps. */
export const codexSessions: SessionStore = createSessionStore(codexSessionFormat);
