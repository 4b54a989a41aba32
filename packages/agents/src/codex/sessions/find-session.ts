import { DragomanError } from '@dragoman/protocol';
import {
  type ClosedSessions,
  type SessionFile,
  type SessionFilesOptions,
  sessionFiles,
} from './session-files.js';

const MOST_NAMED = 10;

/** The file of the session with this id, or with the only id that begins so. */
export async function findSession(
  id: string,
  options: SessionFilesOptions,
): Promise<string | undefined> {
  const wanted = id.toLowerCase();
  if (wanted === '') return undefined;
  const { files, closed } = await sessionFiles(options);
  const near = files.filter((file) => file.id.toLowerCase().startsWith(wanted));
  const exact = near.filter((file) => file.id.toLowerCase() === wanted);
  const candidates = exact.length > 0 ? exact : near;
  const ids = new Set(candidates.map((file) => file.id.toLowerCase()));
  if (ids.size > 1) throw ambiguous(id, [...ids]);
  const found = preferred(candidates);
  if (found === undefined && closed.length > 0) throw notSeen(id, closed);
  return found?.path;
}

/** A session may lie there twice: archived or packed, and as it was. */
function preferred(files: readonly SessionFile[]): SessionFile | undefined {
  const rank = (file: SessionFile): number =>
    (file.archived ? 2 : 0) + (file.name.endsWith('.zst') ? 1 : 0);
  return [...files].sort((left, right) => rank(left) - rank(right))[0];
}

function ambiguous(id: string, ids: readonly string[]): DragomanError {
  return new DragomanError(
    'session_ambiguous',
    `${ids.length} sessions have an id that begins with ${id}: ${named(ids)}. Give more of it.`,
  );
}

/** Whoever couldn't look everywhere doesn't say that it isn't there. */
function notSeen(id: string, closed: readonly ClosedSessions[]): DragomanError {
  const folders = named(closed.map(({ path, problem }) => `${path} (${problem})`));
  return new DragomanError(
    'sessions_unreadable',
    `No session with an id that begins with ${id} where it could be looked for, but not everything could be read: ${folders}`,
  );
}

function named(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
