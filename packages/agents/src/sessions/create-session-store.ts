import { relative } from 'node:path';
import { findSessionFile } from './find-session-file.js';
import { listSessionFiles, summariseFiles } from './list-session-files.js';
import { loadSessionAt } from './load-session-file.js';
import { textOf } from './open-file.js';
import { holdsText, searchSessionFile } from './search-session.js';
import { totalUsage } from './session-facts.js';
import { sessionFiles } from './session-files.js';
import type { SessionFormat } from './session-format.js';
import type { SessionStore } from './session-store.js';
import { withSessionFile } from './with-session-file.js';

/** The sessions that an agent keeps as files, one for each. */
export function createSessionStore(format: SessionFormat): SessionStore {
  const { layout, count } = format;
  return {
    home: layout.home,
    folders: (home) => layout.folders(home).map(({ path }) => path),
    list: (options) => listSessionFiles(format, options),
    summarise: (paths, options = {}) => summariseFiles(format, paths, options),
    ids: async (options) => (await sessionFiles(layout, options)).files.map(({ id }) => id),
    find: (id, options) => findSessionFile(format, id, options),
    copies: async (path, { home }) =>
      (await format.copies?.(path, home)) ?? [{ from: path, to: relative(home, path) }],
    load: (path, options) => loadSessionAt(path, format, options),
    text: (path, { signal } = {}) => withSessionFile(path, textOf, signal),
    holds: (path, finder, { signal } = {}) =>
      withSessionFile(path, (file) => holdsText(file, finder), signal),
    search: (path, finder, onMatch, { signal } = {}) =>
      withSessionFile(path, (file) => searchSessionFile(file, format, finder, onMatch), signal),
    usage: (path, { signal } = {}) =>
      withSessionFile(path, (file) => totalUsage(file, format), signal),
    ...(count && { countOf: (path, { signal } = {}) => withSessionFile(path, count, signal) }),
  };
}
