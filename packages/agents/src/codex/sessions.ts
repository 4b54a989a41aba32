import { join } from 'node:path';
import type { SessionStore } from '../sessions/session-store.js';
import { withSessionFile } from '../sessions/with-session-file.js';
import { loadSession } from './load-session.js';
import { findSession } from './sessions/find-session.js';
import { listSessions } from './sessions/list-sessions.js';
import { totalUsage } from './sessions/total-usage.js';

/** The sessions that Codex keeps. */
export const codexSessions: SessionStore = {
  home: ({ CODEX_HOME }, userHome) =>
    CODEX_HOME === undefined || CODEX_HOME === '' ? join(userHome, '.codex') : CODEX_HOME,
  list: listSessions,
  find: (id, { home }) => findSession(id, home),
  load: loadSession,
  usage: (path) => withSessionFile(path, totalUsage),
};
