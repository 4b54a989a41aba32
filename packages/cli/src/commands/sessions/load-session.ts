import type { LoadedSession } from '@dragoman/agents';
import type { OpenedSession } from '@dragoman/runtime';
import type { Terminal } from '../../terminal/terminal.js';
import { untilStopped } from '../../terminal/until-stopped.js';

/** Loads a session, or the last messages of it. Undefined when the command should stop. */
export function loadSession(
  { path, agent, run }: OpenedSession,
  last: number | undefined,
  { signal }: Terminal,
): Promise<LoadedSession | undefined> {
  return untilStopped(agent.interpreter.sessions.load(path, { last, signal, run }), signal);
}
