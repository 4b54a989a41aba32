import type { LoadedSession, LoadOptions } from '../sessions/session-store.js';
import { geminiSessions } from './sessions.js';

/**
 * A saved session of Gemini CLI as messages, whatever version wrote it.
 *
 * @example
 * const { messages } = await loadSession(path);
 */
export function loadSession(path: string, options?: LoadOptions): Promise<LoadedSession> {
  return geminiSessions.load(path, options);
}
