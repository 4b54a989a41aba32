import { DragomanError } from '@dragoman/protocol';
import type { OpenFile } from '../sessions/open-file.js';
import { showRecords } from '../sessions/placed-records.js';
import { notesOf } from '../sessions/session-notes.js';
import type { LoadedSession, LoadOptions } from '../sessions/session-store.js';
import { withSessionFile } from '../sessions/with-session-file.js';
import { loadPage } from './sessions/load-page.js';
import { createRecordReducer } from './sessions/record-reducer.js';

/**
 * A saved session of Codex as messages, whatever version wrote it.
 *
 * @example
 * const { messages } = await loadSession(path);
 *
 * @example
 * let page = await loadSession(path, { last: 50 });
 * while (page.earlier !== undefined) {
 *   page = await loadSession(path, { last: 50, before: page.earlier });
 * }
 */
export async function loadSession(
  path: string,
  { last, before, signal }: LoadOptions = {},
): Promise<LoadedSession> {
  if (before !== undefined && last === undefined) {
    throw new DragomanError('invalid_option', 'before is only understood together with last.');
  }
  const load = async (file: OpenFile): Promise<LoadedSession> => {
    const isPart = before !== undefined;
    const session =
      last === undefined ? await loadWhole(file) : await loadPage(file, { last, before });
    return isPart || session.earlier !== undefined ? session : recognised(session);
  };
  return withSessionFile(path, load, signal);
}

async function loadWhole(file: OpenFile): Promise<LoadedSession> {
  const reducer = createRecordReducer();
  await showRecords(file, 0, file.bytes, reducer.push);
  const { transcript, stats } = reducer.close();
  return { ...transcript, path: file.path, stats, notes: notesOf(stats) };
}

/** Refuses a file in which nothing looks like what Codex writes. */
function recognised(session: LoadedSession): LoadedSession {
  const { lines, carriages } = session.stats;
  if (lines === 0 || carriages.mapped + carriages.metadata > 0) return session;
  throw new DragomanError(
    'session_unreadable',
    `${session.path} is no session of Codex: no line of it is what Codex keeps in one.`,
  );
}
