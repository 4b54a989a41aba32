import { textAt } from '../../interpret/json-fields.js';
import type { ListOptions, SessionSummary, StoreOptions } from '../../sessions/session-store.js';
import { databasePath } from './data-home.js';
import { allIdsQuery, listQuery } from './database-queries.js';
import { queryDatabase } from './query-database.js';
import { summariseRow } from './summarise-row.js';

/** The sessions of all projects, which from 1.2 on are in one database. */
export async function listDatabase(options: ListOptions): Promise<SessionSummary[]> {
  const { home, limit = Number.POSITIVE_INFINITY } = options;
  const rows = await queryDatabase(listQuery(limit), options);
  return rows.flatMap((row) => summariseRow(row, databasePath(home)) ?? []);
}

export async function idsInDatabase(options: StoreOptions): Promise<string[]> {
  const rows = await queryDatabase(allIdsQuery, options);
  return rows.flatMap((row) => textAt(row, 'id') ?? []);
}
