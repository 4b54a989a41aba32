import { dirname } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { realPath } from '@dragoman/sandbox';
import { homesDirectory } from './homes-directory.js';
import type { SessionEntry } from './session-entry.js';

/**
 * Refuses a session whose HOME is none of the state folder's, with `session_damaged`: an agent would be
 * let into whatever folder somebody has written into the file.
 */
export async function checkSessionHome(
  { agent, sessionId, home }: SessionEntry,
  stateDirectory: string,
): Promise<void> {
  const homes = homesDirectory(stateDirectory);
  if (dirname(await realPath(home)) === (await realPath(homes))) return;
  throw new DragomanError(
    'session_damaged',
    `The session ${sessionId} of ${agent} can't go on: its HOME is said to be ${home}, which is none of those in ${homes}. Its file in ${stateDirectory}/sessions was changed; begin a new session.`,
  );
}
