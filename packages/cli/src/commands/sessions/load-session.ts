import type { LoadedSession } from '@dragoman/agents';
import type { Terminal } from '../../terminal/terminal.js';
import { untilStopped } from '../../terminal/until-stopped.js';
import { agentCli } from './agent-cli.js';
import type { FoundSession } from './find-session.js';

/** Loads a session, or the last messages of it. Undefined when the command should stop. */
export function loadSession(
  { path, agent, run = agentCli(agent.name) }: FoundSession,
  last: number | undefined,
  { signal }: Terminal,
): Promise<LoadedSession | undefined> {
  return untilStopped(agent.interpreter.sessions.load(path, { last, signal, run }), signal);
}
