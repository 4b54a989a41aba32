import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DragomanError, isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';
import { textAt } from '../../interpret/json-fields.js';
import type { ListOptions, SessionSummary, StoreOptions } from '../../sessions/session-store.js';
import {
  allIdsQuery,
  answersQuery,
  holdingQuery,
  idsQuery,
  listQuery,
  summariseRow,
} from './database-rows.js';

/** The database that holds all sessions, from 1.2 on. */
function databasePath(home: string): string {
  return join(home, 'opencode.db');
}

/** The files of that database: what was written last may be in the second. */
export function databaseFiles(home: string): readonly string[] {
  return [databasePath(home), `${databasePath(home)}-wal`];
}

/** Whether there is such a database; before 1.2, sessions were files. */
export async function hasDatabase(home: string): Promise<boolean> {
  const found = await stat(databasePath(home)).catch(() => undefined);
  return found?.isFile() === true;
}

/** A session within a database. */
interface DatabaseLocation {
  readonly database: string;
  readonly id: string;
}

const FORM = /^(.+\.db)#(ses_\w+)$/;

/** The location of a session in a database, in the form of a path: `…/opencode.db#ses_…`. */
function writeLocation({ database, id }: DatabaseLocation): string {
  return `${database}#${id}`;
}

/** The location of a session in the database of a folder of OpenCode's, whether or not it is there. */
export function locationIn(home: string, id: string): string {
  return writeLocation({ database: databasePath(home), id });
}

/** Undefined for the path of a file. */
export function readLocation(path: string): DatabaseLocation | undefined {
  const [, database, id] = FORM.exec(path) ?? [];
  return database === undefined || id === undefined ? undefined : { database, id };
}

/** Keeps OpenCode from the logins beside its database: one can name a server that settings come from. */
const WITHOUT_LOGINS = { OPENCODE_AUTH_CONTENT: '{}', OPENCODE_PURE: '1' };

/** The rows of a query. */
async function queryDatabase(query: string, access: StoreOptions): Promise<readonly JsonObject[]> {
  const printed = await askOpencode(['db', query, '--format', 'json'], access).catch(explained);
  const parsed = parseJson(printed);
  if (parsed.ok && Array.isArray(parsed.value)) return parsed.value.filter(isJsonObject);
  throw new DragomanError(
    'sessions_unreadable',
    `OpenCode answered a question about ${databasePath(access.home)} with no list of rows. Versions from 1.2.4 on can be asked. ${INTO_A_FILE}`,
  );
}

/** 1.2.1 has a database and prints its help instead of an answer. */
function explained(error: unknown): never {
  if (!(error instanceof DragomanError) || error.code !== 'cli_failed') throw error;
  throw new DragomanError(
    error.code,
    `OpenCode could not be asked about its database. 1.2.1 has no \`opencode db\`: ask through 1.2.4 or a later version. ${error.message}`,
    { cause: error },
  );
}

/** OpenCode exits before a pipe has taken all that it has written. */
const INTO_A_FILE =
  'A long answer is cut off unless the stdout of OpenCode is a file: `run` has to give it one.';

/** A session as OpenCode exports it, one JSON document. */
export async function exportSession(
  { database, id }: DatabaseLocation,
  access: Omit<StoreOptions, 'home'>,
): Promise<string> {
  const exported = await askOpencode(['export', id], { ...access, home: dirname(database) });
  if (exported.trimEnd().endsWith('}')) return exported;
  throw new DragomanError(
    'session_unreadable',
    `What OpenCode exported of ${writeLocation({ database, id })} was cut off. ${INTO_A_FILE} Or export it, \`opencode export ${id} > session.json\`, and read that file.`,
  );
}

/** Takes a session that was exported into the database of a folder. It then belongs to the folder that OpenCode runs in. */
export async function importSession(file: string, access: StoreOptions): Promise<void> {
  await askOpencode(['import', file], access);
}

/** What OpenCode prints when it is run with these arguments. */
async function askOpencode(
  args: readonly string[],
  { home, run, signal }: StoreOptions,
): Promise<string> {
  signal?.throwIfAborted();
  if (run !== undefined) {
    return run(args, { env: { ...WITHOUT_LOGINS, XDG_DATA_HOME: dirname(home) }, signal });
  }
  throw new DragomanError(
    'cli_needed',
    `OpenCode keeps its sessions in a database, ${databasePath(home)}, that only OpenCode itself reads. Give a way to run it (\`run\`), or a file that \`opencode export\` wrote.`,
  );
}

/** The sessions of all projects, which from 1.2 on are in one database. */
export async function listDatabase(options: ListOptions): Promise<SessionSummary[]> {
  const { home, limit = Number.POSITIVE_INFINITY } = options;
  const rows = await queryDatabase(listQuery(limit), options);
  return rows.flatMap((row) => summariseRow(row, (id) => locationIn(home, id)) ?? []);
}

/** All answers of models in a database, without their parts. */
export async function messagesInDatabase(options: StoreOptions): Promise<readonly JsonObject[]> {
  const rows = await queryDatabase(answersQuery, options);
  return rows.flatMap(({ id, session_id: sessionID, cwd, ...row }) => {
    const parsed = parseJson(textAt(row, 'data') ?? '');
    const message = parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
    return message === undefined ? [] : [{ ...message, id, sessionID, path: { cwd } }];
  });
}

export function idsInDatabase(options: StoreOptions): Promise<string[]> {
  return queryIds(allIdsQuery, options);
}

/** The ids of sessions that hold a text in some part, in upper or lower case. */
export function idsHolding(text: string, options: StoreOptions): Promise<string[]> {
  return queryIds(holdingQuery(text), options);
}

async function queryIds(query: string, options: StoreOptions): Promise<string[]> {
  const rows = await queryDatabase(query, options);
  return rows.flatMap((row) => textAt(row, 'id') ?? []);
}

const MOST_NAMED = 10;

/** The location of the session with this id, or with the only id that begins so. */
export async function findInDatabase(
  id: string,
  access: StoreOptions,
): Promise<string | undefined> {
  const query = idsQuery(id, MOST_NAMED + 1);
  const ids = query === undefined ? [] : await queryIds(query, access);
  const found = ids.includes(id) ? id : ids[0];
  if (found === undefined) return undefined;
  if (found !== id && ids.length > 1) throw ambiguous(id, ids);
  return locationIn(access.home, found);
}

function ambiguous(id: string, ids: readonly string[]): DragomanError {
  const more = ids.length > MOST_NAMED ? ' and more' : '';
  const named = `${ids.slice(0, MOST_NAMED).join(', ')}${more}`;
  return new DragomanError(
    'session_ambiguous',
    `Several sessions have an id that begins with ${id}: ${named}. Give more of it.`,
  );
}
