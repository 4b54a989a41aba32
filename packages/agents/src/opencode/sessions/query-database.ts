import { dirname } from 'node:path';
import { DragomanError, isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';
import type { RunCli } from '../../sessions/session-store.js';
import { databasePath } from './data-home.js';

/** What it takes to ask OpenCode for what is in its database. */
export interface DatabaseAccess {
  readonly home: string;
  readonly run?: RunCli | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Beside the database lie logins, and one of them can name a server that OpenCode gets settings from. */
const ONLY_READING = { OPENCODE_AUTH_CONTENT: '{}', OPENCODE_PURE: '1' };

/** The rows that answer a query, in its order. */
export async function queryDatabase(
  query: string,
  access: DatabaseAccess,
): Promise<readonly JsonObject[]> {
  const printed = await askOpencode(['db', query, '--format', 'json'], access);
  const parsed = parseJson(printed);
  if (parsed.ok && Array.isArray(parsed.value)) return parsed.value.filter(isJsonObject);
  throw new DragomanError(
    'sessions_unreadable',
    `OpenCode answered a question about ${databasePath(access.home)} with no list of rows. Versions from 1.2.4 on can be asked.`,
  );
}

/** What OpenCode prints, run with some arguments. */
export async function askOpencode(
  args: readonly string[],
  { home, run, signal }: DatabaseAccess,
): Promise<string> {
  signal?.throwIfAborted();
  if (run !== undefined) {
    return run(args, { env: { ...ONLY_READING, XDG_DATA_HOME: dirname(home) }, signal });
  }
  throw new DragomanError(
    'cli_needed',
    `OpenCode keeps its sessions in a database, ${databasePath(home)}, that only OpenCode itself reads. Give a way to run it (\`run\`), or a file that \`opencode export\` wrote.`,
  );
}
