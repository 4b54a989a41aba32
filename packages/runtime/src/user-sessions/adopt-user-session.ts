import { homedir } from 'node:os';
import type { AgentReference, FoundSession, RunCli } from '@dragoman/agents';
import { createConfinedCliRunner } from '../cli-runner.js';
import { type Adoption, prepareAdoption } from '../sessions/adopt-session.js';
import { agentCli, latestInstalled, missingCli } from './agent-cli.js';

/**
 * Prepares to copy a session that an agent's CLI began on its own, as `findUserSession` gives it, so that
 * a turn can go on with the copy. `version` is the version of the agent that goes on with it.
 */
export function prepareUserAdoption(
  { agent, path }: FoundSession,
  { name, version }: AgentReference,
  { stateDirectory, signal }: { stateDirectory: string; signal?: AbortSignal | undefined },
): Promise<Adoption> {
  const runIn =
    (home: string, cwd: string): RunCli =>
    async (args, asked) => {
      const program = await latestInstalled(name);
      if (program === undefined) throw missingCli(name);
      return createConfinedCliRunner({ program, home, cwd, stateDirectory })(args, asked);
    };
  return prepareAdoption({
    agent: { ...agent, version },
    path,
    home: agent.interpreter.sessions.home(process.env, homedir()),
    stateDirectory,
    run: agentCli(name),
    runIn,
    signal,
  });
}
