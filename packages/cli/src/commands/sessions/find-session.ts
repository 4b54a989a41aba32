import {
  type AgentChoice,
  type FoundSession as FoundSaved,
  findSession as findSaved,
  type RunCli,
} from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { allAgents, chosenAgent } from '../chosen-agent.js';
import { agentCli } from './agent-cli.js';
import { findBegun } from './find-begun.js';

export interface FindOptions {
  readonly agent?: string;
  readonly home?: string;
}

export interface FoundSession extends FoundSaved {
  /** How to run the agent's CLI, where it isn't the user's. */
  readonly run?: RunCli;
}

/** What to do about a failure, in the words of the command line. */
const HINTS: Readonly<Record<string, (wanted: string) => string>> = {
  agent_undetected: () => 'If you know whose it is, say so with --agent.',
  session_of_another: () => 'Leave --agent away, or name the right one.',
  session_live: (path) => `Translate it: dragoman translate --to messages ${path}`,
};

/** A session by its file, its id or the beginning of its id. */
export async function findSession(
  wanted: string,
  options: FindOptions,
  signal: AbortSignal,
): Promise<FoundSession> {
  const candidates = options.agent === undefined ? allAgents() : [chosenAgent(options.agent)];
  const names: readonly AgentChoice[] = candidates.map(({ name }) => name);
  try {
    const mayBeBegun = options.home === undefined && !wanted.includes('/');
    const begun = mayBeBegun ? await findBegun(wanted, candidates, signal) : undefined;
    return (
      begun ??
      (await findSaved(wanted, { agents: names, home: options.home, run: agentCli, signal }))
    );
  } catch (error) {
    const hint = error instanceof DragomanError ? HINTS[error.code] : undefined;
    if (!(error instanceof DragomanError) || hint === undefined) throw error;
    throw new DragomanError(error.code, `${error.message} ${hint(wanted)}`, { cause: error });
  }
}
