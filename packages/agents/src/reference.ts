/** reference: the pages about the agents, for whoever writes the documentation. */
import { agentNames, agents } from './agents.js';
import type { ViewRecording } from './interpret/recorded-sessions.js';

/** What some agent wrote in a scenario. */
export interface AgentRecording extends ViewRecording {
  readonly agent: string;
}

/** The page about each agent, by its name. */
export function coveragePages(recordings: readonly AgentRecording[]): ReadonlyMap<string, string> {
  const ownOf = (name: string) => recordings.filter(({ agent }) => agent === name);
  return new Map(agentNames.map((name) => [name, agents[name].coveragePage(ownOf(name))]));
}
