import { DragomanError } from '@dragoman/protocol';
import { firstNames } from './load-session-file.js';
import {
  type ClosedSessions,
  type SessionFile,
  type SessionFilesOptions,
  sessionFiles,
} from './session-files.js';
import type { SessionFormat } from './session-format.js';
import { summariseSession } from './summarise-session.js';
import { withSessionFile } from './with-session-file.js';

const MOST_NAMED = 10;
const PLAIN = /\.jsonl$/;

/** The file of the session with this id, or with the only id that begins so. */
export async function findSessionFile(
  format: SessionFormat,
  id: string,
  options: SessionFilesOptions,
): Promise<string | undefined> {
  const wanted = id.toLowerCase();
  if (wanted === '') return undefined;
  const { files, closed } = await sessionFiles(format.layout, options);
  const candidates = format.layout.namesAreBeginnings
    ? await openedFor(wanted, files, format, options.signal)
    : files;
  const near = candidates.filter((file) => file.id.toLowerCase().startsWith(wanted));
  const exact = near.filter((file) => file.id.toLowerCase() === wanted);
  const chosen = exact.length > 0 ? exact : near;
  const ids = new Set(chosen.map((file) => file.id.toLowerCase()));
  if (ids.size > 1) throw ambiguous(id, [...ids]);
  const found = preferred(chosen);
  if (found === undefined && closed.length > 0) throw notSeen(id, closed);
  return found?.path;
}

/** The files whose names leave room for an id, with the ids that they hold. */
async function openedFor(
  wanted: string,
  files: readonly SessionFile[],
  format: SessionFormat,
  signal: AbortSignal | undefined,
): Promise<SessionFile[]> {
  const possible = files.filter(({ id }) => {
    const beginning = id.toLowerCase();
    return beginning.startsWith(wanted) || wanted.startsWith(beginning);
  });
  const opened: SessionFile[] = [];
  for (const file of possible) {
    const summary = withSessionFile(
      file.path,
      (open) => summariseSession(open, file, format),
      signal,
    );
    opened.push({ ...file, id: (await summary.catch(unlessStopped(signal)))?.id ?? file.id });
  }
  return opened;
}

/** What can't be read keeps the id of its name. */
function unlessStopped(signal: AbortSignal | undefined): (error: unknown) => undefined {
  return (error) => {
    signal?.throwIfAborted();
    if (!(error instanceof DragomanError)) throw error;
    return undefined;
  };
}

/** A session may be there twice: archived or packed, and as it was. */
function preferred(files: readonly SessionFile[]): SessionFile | undefined {
  const rank = (file: SessionFile): number =>
    (file.archived ? 2 : 0) + (PLAIN.test(file.name) ? 0 : 1);
  return [...files].sort((left, right) => rank(left) - rank(right))[0];
}

function ambiguous(id: string, ids: readonly string[]): DragomanError {
  return new DragomanError(
    'session_ambiguous',
    `${ids.length} sessions have an id that begins with ${id}: ${firstNames(ids, MOST_NAMED)}. Give more of it.`,
  );
}

/** Where not all folders could be read, the session may exist. */
function notSeen(id: string, closed: readonly ClosedSessions[]): DragomanError {
  const folders = firstNames(
    closed.map(({ path, problem }) => `${path} (${problem})`),
    MOST_NAMED,
  );
  return new DragomanError(
    'sessions_unreadable',
    `No session with an id that begins with ${id} where it could be looked for, but not everything could be read: ${folders}`,
  );
}
