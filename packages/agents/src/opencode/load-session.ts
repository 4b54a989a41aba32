import type { LoadedSession, LoadOptions } from '../sessions/session-store.js';
import { opencodeSessions } from './sessions.js';

/**
 * A saved session of OpenCode as messages, whatever version wrote it: a file that `opencode export`
 * wrote, or what `opencodeSessions.find` gives, for which a way to run OpenCode may be needed.
 *
 * @example
 * const { messages } = await loadSession('session.json');
 */
export function loadSession(path: string, options?: LoadOptions): Promise<LoadedSession> {
  return opencodeSessions.load(path, options);
}
