import { type AgentName, agentNames, agents } from '../agents.js';
import { shareWork } from '../threads/share-work.js';
import { createTextFinder, type TextQuery } from './text-query.js';

/** A session as a list gives it. */
export interface SessionToScan {
  readonly agent: string;
  readonly path: string;
  readonly bytes: number;
}

/** A look at the bytes of sessions, for a text. */
export interface SessionScan {
  /** Whether one may hold the text. Sessions that no look at bytes can rule out may. */
  mayHold(index: number): Promise<boolean>;
  stop(): Promise<void>;
}

/** Begins to look for a text in the bytes of sessions, in their order, on several threads if they are long. */
export function scanSessions(
  sessions: readonly SessionToScan[],
  query: TextQuery,
  signal?: AbortSignal,
): SessionScan {
  const bytes = sessions.reduce((sum, session) => sum + session.bytes, 0);
  const tasks = sessions.map(({ agent, path }) => ({
    agent: agentNames.find((name) => name === agent),
    path,
    query,
  }));
  const { resultOf, stop } = shareWork('mayHoldText', tasks, { bytes, signal });
  return { mayHold: resultOf, stop };
}

export interface ScanTask {
  readonly agent: AgentName | undefined;
  readonly path: string;
  readonly query: TextQuery;
}

/** Whether a session may hold a text, on any thread. Why one can't be read is for who searches it to say. */
export async function mayHoldText(
  { agent, path, query }: ScanTask,
  signal?: AbortSignal,
): Promise<boolean> {
  const sessions = agent && agents[agent].interpreter.sessions;
  if (sessions?.holds === undefined) return true;
  try {
    return await sessions.holds(path, createTextFinder(query), { signal });
  } catch {
    signal?.throwIfAborted();
    return true;
  }
}
