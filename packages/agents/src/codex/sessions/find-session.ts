import { DragomanError } from '@dragoman/protocol';
import { type SessionFile, sessionFiles } from './session-files.js';

const MOST_NAMED = 10;

/** The file of the session with this id, or with the only id that begins so. */
export async function findSession(id: string, home: string): Promise<string | undefined> {
  const wanted = id.toLowerCase();
  if (wanted === '') return undefined;
  const files = (await sessionFiles(home)).filter((file) =>
    file.id.toLowerCase().startsWith(wanted),
  );
  const exact = files.filter((file) => file.id.toLowerCase() === wanted);
  const candidates = exact.length > 0 ? exact : files;
  const ids = new Set(candidates.map((file) => file.id));
  if (ids.size > 1) throw ambiguous(id, [...ids]);
  return preferred(candidates)?.path;
}

/** A session may lie there twice: archived or packed, and as it was. */
function preferred(files: readonly SessionFile[]): SessionFile | undefined {
  const rank = (file: SessionFile): number =>
    (file.archived ? 2 : 0) + (file.name.endsWith('.zst') ? 1 : 0);
  return [...files].sort((left, right) => rank(left) - rank(right))[0];
}

function ambiguous(id: string, ids: readonly string[]): DragomanError {
  const more = ids.length - MOST_NAMED;
  const named = ids.slice(0, MOST_NAMED).join(', ');
  return new DragomanError(
    'session_ambiguous',
    `${ids.length} sessions have an id that begins with ${id}: ${named}${more > 0 ? ` and ${more} more` : ''}. Give more of it.`,
  );
}
