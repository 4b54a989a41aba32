import { dirname } from 'node:path';
import { inMemoryFile } from '../../sessions/in-memory-file.js';
import type { OpenFile } from '../../sessions/open-file.js';
import type { LoadOptions } from '../../sessions/session-store.js';
import { withSessionFile } from '../../sessions/with-session-file.js';
import { readSandboxFolders } from './database-location.js';
import { askOpencode } from './query-database.js';
import { readStoredSession } from './read-stored-session.js';
import { isStored } from './storage-folder.js';

/**
 * Uses a session as one document, wherever it is: in a database, of which OpenCode prints it; in many
 * files; or in one file, as OpenCode printed it before.
 */
export async function withDocument<T>(
  path: string,
  { run, signal }: Pick<LoadOptions, 'run' | 'signal'>,
  use: (file: OpenFile) => Promise<T>,
): Promise<T> {
  const place = readSandboxFolders(path);
  if (place !== undefined) {
    const access = { home: dirname(place.database), run, signal };
    return use(fileOf(path, await askOpencode(['export', place.id], access)));
  }
  if (isStored(path)) {
    return use(fileOf(path, JSON.stringify(await readStoredSession(path, signal))));
  }
  return withSessionFile(path, use, signal);
}

function fileOf(path: string, text: string): OpenFile {
  return inMemoryFile(Buffer.from(text), { path, modifiedAt: new Date(0) });
}
