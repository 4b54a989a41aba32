import type { LoadedSession, LoadOptions } from '../sessions/session-store.js';
import { codexSessions } from './sessions.js';

/**
 * A saved session of Codex as messages, whatever version wrote it.
 *
 * @example
 * const { messages } = await loadSession(path);
 *
 * @example
 * let page = await loadSession(path, { last: 50 });
 * while (page.earlier !== undefined) {
 *   page = await loadSession(path, { last: 50, before: page.earlier });
 * }
 */
export function loadSession(path: string, options?: LoadOptions): Promise<LoadedSession> {
  return codexSessions.load(path, options);
}
