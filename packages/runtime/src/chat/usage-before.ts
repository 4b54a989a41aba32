import type { SessionStore } from '@dragoman/agents';
import type { UsageFigures } from '@dragoman/protocol';

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
    const path = await sessions.find(sessionId, { home: sessions.home({}, home) });
    return path === undefined ? undefined : await sessions.usage(path);
  } catch {
    return undefined;
  }
}
