import type { Agent } from './agent.js';
import * as registry from './registry.js';

export type AgentName = keyof typeof registry;

/** All that Dragoman knows about each CLI, by name. */
export const agents: Readonly<Record<AgentName, Agent>> = registry;

/** The CLIs Dragoman knows, in the order in which people are shown them. */
export const agentNames: readonly AgentName[] = Object.keys(registry).filter(isAgentName);

function isAgentName(name: string): name is AgentName {
  return Object.hasOwn(registry, name);
}
