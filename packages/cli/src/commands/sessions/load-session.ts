import type { LoadedSession } from '@dragoman/agents';
import type { Terminal } from '../../terminal/terminal.js';
import { untilStopped } from '../../terminal/until-stopped.js';
import { agentCli } from './agent-cli.js';
import type { FoundSession } from './find-session.js';

/** Loads a session, or the last messages of it. Undefined when the command should stop. */
export function loadSession(
  { path, agent, home }: FoundSession,
  last: number | undefined,
  { signal }: Terminal,
): Promise<LoadedSession | undefined> {
  const run = agentCli(agent.name, home);
  return untilStopped(agent.interpreter.sessions.load(path, { last, signal, run }), signal);
}
