import { createSessionStore } from '../sessions/create-session-store.js';
import { loadSessionFile } from '../sessions/load-session-file.js';
import { inMemoryFile, type OpenFile, textOf } from '../sessions/open-file.js';
import { searchSessionFile } from '../sessions/search-session.js';
import { totalUsage } from '../sessions/session-facts.js';
import type { LoadOptions, SessionStore } from '../sessions/session-store.js';
import { withSessionFile } from '../sessions/with-session-file.js';
import {
  exportSession,
  findInDatabase,
  hasDatabase,
  idsHolding,
  idsInDatabase,
  importSession,
  listDatabase,
  locationIn,
  readLocation,
} from './sessions/database.js';
import { listStored } from './sessions/list-stored.js';
import {
  isStored,
  opencodeFormat,
  readStoredSession,
  storedMayHold,
} from './sessions/stored-files.js';

const files = createSessionStore(opencodeFormat);

/**
 * The sessions that OpenCode keeps: in a database from 1.2 on, which takes a way to run OpenCode
 * (`run`), and in files before that. A `path` is a location in the database (`…/opencode.db#ses_…`), the
 * file of a session from before, or a file that `opencode export` wrote.
 */
export const opencodeSessions: SessionStore = {
  home: files.home,
  folders: files.folders,
  list: async (options) =>
    (await hasDatabase(options.home)) ? listDatabase(options) : listStored(options),
  summarise: files.summarise,
  ids: async (options) =>
    (await hasDatabase(options.home)) ? idsInDatabase(options) : files.ids(options),
  find: async (id, options) =>
    (await hasDatabase(options.home)) ? findInDatabase(id, options) : files.find(id, options),
  isLocation: (path) => readLocation(path) !== undefined,
  locate: async (id, { home }) => ((await hasDatabase(home)) ? locationIn(home, id) : undefined),
  copies: files.copies,
  import: importSession,
  load: (path, options = {}) =>
    withDocument(path, options, (file) => loadSessionFile(file, opencodeFormat, options)),
  text: (path, options = {}) => withDocument(path, options, textOf),
  mayHold: async (finder, options) =>
    (await hasDatabase(options.home)) ? idsHolding(finder.probe, options) : undefined,
  holds: async (path, finder, { signal } = {}) => {
    const isIn = (bytes: Buffer) => finder.mayBeIn(bytes, 0) !== -1;
    return !isStored(path) || storedMayHold(path, isIn, signal);
  },
  search: (path, finder, onMatch, options = {}) =>
    withDocument(path, options, (file) => searchSessionFile(file, opencodeFormat, finder, onMatch)),
  usage: (path, options = {}) =>
    withDocument(path, options, (file) => totalUsage(file, opencodeFormat)),
};

/**
 * Gives a session as one document, wherever it is: in a database, from which OpenCode exports it; in
 * many files; or in one file that `opencode export` wrote.
 */
async function withDocument<T>(
  path: string,
  { run, signal }: Pick<LoadOptions, 'run' | 'signal'>,
  use: (file: OpenFile) => Promise<T>,
): Promise<T> {
  const location = readLocation(path);
  if (location !== undefined) {
    return use(fileOf(path, await exportSession(location, { run, signal })));
  }
  if (isStored(path)) {
    return use(fileOf(path, JSON.stringify(await readStoredSession(path, signal))));
  }
  return withSessionFile(path, use, signal);
}

function fileOf(path: string, text: string): OpenFile {
  return inMemoryFile(Buffer.from(text), { path, modifiedAt: new Date(0) });
}
