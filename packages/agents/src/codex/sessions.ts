import { join } from 'node:path';
import type { SessionStore } from '../sessions/session-store.js';
import { withSessionFile } from '../sessions/with-session-file.js';
import { loadSession } from './load-session.js';
import { findSession } from './sessions/find-session.js';
import { listSessions } from './sessions/list-sessions.js';
import { sessionFiles } from './sessions/session-files.js';
import { totalUsage } from './sessions/total-usage.js';

/** The sessions that Codex keeps. */
export const codexSessions: SessionStore = {
  home: ({ CODEX_HOME }, userHome) =>
    CODEX_HOME === undefined || CODEX_HOME === '' ? join(userHome, '.codex') : CODEX_HOME,
  list: (options) => listSessions(options),
  ids: async (options) => (await sessionFiles(options)).files.map(({ id }) => id),
  find: findSession,
  load: loadSession,
  usage: (path, { signal } = {}) => withSessionFile(path, totalUsage, signal),
};
