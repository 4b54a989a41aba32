import { DragomanError } from '@dragoman/protocol';
import { textAt } from '../../interpret/json-fields.js';
import { databasePath } from './data-home.js';
import { writeSandboxFolders } from './database-location.js';
import { idsQuery } from './database-queries.js';
import { type DatabaseAccess, queryDatabase } from './query-database.js';

const MOST_NAMED = 10;

/** The place of the session with this id, or with the only id that begins so. */
export async function findInDatabase(
  id: string,
  access: DatabaseAccess,
): Promise<string | undefined> {
  const query = idsQuery(id, MOST_NAMED + 1);
  const rows = query === undefined ? [] : await queryDatabase(query, access);
  const ids = rows.flatMap((row) => textAt(row, 'id') ?? []);
  const found = ids.includes(id) ? id : ids[0];
  if (found === undefined) return undefined;
  if (found !== id && ids.length > 1) throw ambiguous(id, ids);
  return writeSandboxFolders({ database: databasePath(access.home), id: found });
}

function ambiguous(id: string, ids: readonly string[]): DragomanError {
  const more = ids.length > MOST_NAMED ? ' and more' : '';
  const named = `${ids.slice(0, MOST_NAMED).join(', ')}${more}`;
  return new DragomanError(
    'session_ambiguous',
    `Several sessions have an id that begins with ${id}: ${named}. Give more of it.`,
  );
}
