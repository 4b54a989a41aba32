import { type AgentName, agents } from '../agents.js';
import { createTextFinder, type TextQuery } from '../sessions/text-query.js';

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
