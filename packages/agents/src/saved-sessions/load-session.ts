import { ownName } from '../own-events.js';
import type { LoadedSession, LoadOptions } from '../sessions/session-store.js';
import { findByPath } from './find-session.js';
import { type AgentChoice, chosen, type SessionScope } from './session-scope.js';

/** How to load a session. */
export interface LoadSessionOptions extends Pick<LoadOptions, 'last' | 'before' | 'signal'> {
  /** The agent that wrote it. Default: detected. */
  readonly agent?: AgentChoice | undefined;
  readonly run?: SessionScope['run'];
}

/** A loaded session and its agent. */
export interface LoadedAgentSession extends LoadedSession {
  readonly agent: string;
}

/**
 * Loads a saved session of any agent and version as messages: all of it, or a page. It may also be what an
 * agent printed, or events of Dragoman's own: a journal, or what `dragoman exec --json` wrote.
 *
 * @param path its file, or another path that a list gives.
 * @example
 * const { agent, messages, usage } = await loadSession('rollout.jsonl');
 */
export async function loadSession(
  path: string,
  { agent: choice, run, ...options }: LoadSessionOptions = {},
): Promise<LoadedAgentSession> {
  const wanted = { given: choice && chosen(choice), printed: true, signal: options.signal };
  const { agent } = await findByPath(path, wanted);
  const { name, interpreter } = agent;
  const session = await interpreter.sessions.load(path, { ...options, run: run?.(name) });
  // Dragoman's own events say whose they are.
  const said = name === ownName ? session.session?.agent : undefined;
  return { agent: said ?? name, ...session };
}
