import type { Agent } from '../agent.js';
import { type AgentName, agentNames, agents } from '../agents.js';
import { sessionHome } from '../session-home.js';
import type { ListOptions, RunCli } from '../sessions/session-store.js';

/** An agent by its name, or an agent that isn't registered. */
export type AgentChoice = AgentName | Agent;

/** Which agents' sessions are meant, and where they are. */
export interface SessionScope {
  /** Default: all registered agents. */
  readonly agents?: readonly AgentChoice[] | undefined;
  /**
   * A user's home, an agent's folder in it, or a folder of sessions in that. Default: where each agent
   * of this user keeps its sessions.
   */
  readonly home?: string | undefined;
  /** Runs the CLI of an agent, for agents whose sessions are in a database that only their CLI reads. */
  readonly run?: ((agent: string) => RunCli) | undefined;
  /** Ends the work; it then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** The folder of an agent, and how to ask its CLI. */
export async function scopeOf(
  name: string,
  sessions: Agent['interpreter']['sessions'],
  { home, run, signal }: SessionScope,
): Promise<Pick<ListOptions, 'home' | 'run' | 'signal'>> {
  return { home: await sessionHome(sessions, home), signal, run: run?.(name) };
}

/** Asks all agents at once. One that fails doesn't stop the others; only the signal does. */
export async function askAll<Answer>(
  { agents: choices = agentNames, signal }: SessionScope,
  ask: (agent: Agent) => Promise<Answer>,
): Promise<{ readonly answers: readonly Answer[]; readonly failures: readonly unknown[] }> {
  const asked = await Promise.allSettled(choices.map(chosen).map(ask));
  signal?.throwIfAborted();
  return {
    answers: asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    failures: asked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])),
  };
}

export function chosen(choice: AgentChoice): Agent {
  return typeof choice === 'string' ? agents[choice] : choice;
}
