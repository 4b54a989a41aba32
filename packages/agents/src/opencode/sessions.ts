import { createSessionStore } from '../sessions/create-session-store.js';
import { loadSessionFile } from '../sessions/load-session.js';
import type { SessionStore } from '../sessions/session-store.js';
import { totalUsage } from '../sessions/total-usage.js';
import { hasDatabase } from './sessions/data-home.js';
import { readSandboxFolders } from './sessions/database-location.js';
import { findInDatabase } from './sessions/find-in-database.js';
import { opencodeFormat } from './sessions/format.js';
import { idsInDatabase, listDatabase } from './sessions/list-database.js';
import { listStored } from './sessions/list-stored.js';
import { withDocument } from './sessions/with-document.js';

const files = createSessionStore(opencodeFormat);

/**
 * The sessions that OpenCode keeps: in a database from 1.2 on, which takes a way to run OpenCode
 * (`run`), and in files before that. A `path` is a place in the database (`…/opencode.db#ses_…`), the
 * file of a session of those days, or a file that `opencode export` wrote.
 */
export const opencodeSessions: SessionStore = {
  home: files.home,
  folders: files.folders,
  list: async (options) =>
    (await hasDatabase(options.home)) ? listDatabase(options) : listStored(options),
  ids: async (options) =>
    (await hasDatabase(options.home)) ? idsInDatabase(options) : files.ids(options),
  find: async (id, options) =>
    (await hasDatabase(options.home)) ? findInDatabase(id, options) : files.find(id, options),
  isLocation: (path) => readSandboxFolders(path) !== undefined,
  load: (path, options = {}) =>
    withDocument(path, options, (file) => loadSessionFile(file, opencodeFormat, options)),
  usage: (path, options = {}) =>
    withDocument(path, options, (file) => totalUsage(file, opencodeFormat)),
};
