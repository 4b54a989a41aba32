import type { SessionStore } from '@dragoman/agents';
import type { UsageFigures } from '@dragoman/protocol';
import { checkSessionFolders } from '../sessions/check-session-folders.js';

/**
 * What a session had used before this turn, for a CLI that counts on. Unknown where only the CLI
 * itself could say, or where the session's file can't be found; then its counts are taken as they are.
 */
export async function usageBefore(
  sessions: SessionStore,
  home: string,
  sessionId: string | undefined,
): Promise<UsageFigures | undefined> {
  if (sessionId === undefined) return undefined;
  try {
    const folder = sessions.home({}, home);
    await checkSessionFolders(sessions.folders(folder), home);
    const path = await sessions.find(sessionId, { home: folder });
    return path === undefined ? undefined : await sessions.usage(path);
  } catch {
    return undefined;
  }
}
