import type { LoadedSession, LoadOptions } from '../sessions/session-store.js';
import { claudeSessions } from './sessions.js';

/**
 * A saved session of Claude Code as messages, its sub-agents included, whatever version wrote it.
 *
 * @example
 * const { messages } = await loadSession(path);
 */
export function loadSession(path: string, options?: LoadOptions): Promise<LoadedSession> {
  return claudeSessions.load(path, options);
}
