import type { AgentName, SessionSummary } from '@dragoman/agents';
import type { ChosenAgent } from '../chosen-agent.js';
import { agentCli } from './agent-cli.js';
import { askAgents } from './ask-agents.js';
import { sessionHome } from './session-home.js';

/** A session and whose it is. */
export interface ListedSession extends SessionSummary {
  readonly agent: AgentName;
}

export interface GatherOptions {
  /** The folder of `--home`. */
  readonly home?: string | undefined;
  /** At most so many, the latest; no others are opened. */
  readonly limit?: number | undefined;
  readonly exact?: boolean | undefined;
  readonly signal: AbortSignal;
}

export interface GatheredSessions {
  /** Those last written to first. */
  readonly sessions: readonly ListedSession[];
  /** The ids of all there are, listed or not. */
  readonly ids: readonly string[];
  /** How many agents have any. */
  readonly agents: number;
  /** Where was looked. */
  readonly homes: readonly string[];
  /** Why some agents could not be asked. */
  readonly failures: readonly unknown[];
}

/** The latest sessions of several agents. */
export async function gatherSessions(
  agents: readonly ChosenAgent[],
  { home: given, limit, exact = false, signal }: GatherOptions,
): Promise<GatheredSessions> {
  const ask = async ({ name, interpreter: { sessions } }: ChosenAgent) => {
    const home = await sessionHome(sessions, given);
    const place = { home, signal, run: agentCli(name) };
    const wanted = { ...place, exact, ...(limit !== undefined && { limit }) };
    // A CLI that has to be asked takes seconds for each.
    const [ids, listed] = await Promise.all([sessions.ids(place), sessions.list(wanted)]);
    return { home, ids, sessions: listed.map((session) => ({ agent: name, ...session })) };
  };
  const { answers, failures } = await askAgents(agents, ask, signal);
  return {
    sessions: answers
      .flatMap(({ sessions }) => sessions)
      .sort((left, right) => Date.parse(right.updatedAt) - Date.parse(left.updatedAt))
      .slice(0, limit),
    ids: answers.flatMap(({ ids }) => ids),
    agents: answers.filter(({ ids }) => ids.length > 0).length,
    homes: [...new Set(answers.map(({ home }) => home))],
    failures,
  };
}
