import {
  type AgentInterpreter,
  type AgentName,
  agentNames,
  agents,
  parseAgentReference,
} from '@dragoman/agents';

/** An agent whose records are read. */
export interface ChosenAgent {
  readonly name: AgentName;
  /** The version, if `--agent` names one. */
  readonly version?: string;
  readonly interpreter: AgentInterpreter;
}

/** All agents, for when none is named. */
export function allAgents(): ChosenAgent[] {
  return agentNames.map((name) => ({ name, interpreter: agents[name].interpreter }));
}

/** The agent of `--agent`: its name, or `name@version` where the version is known. */
export function chosenAgent(reference: string): ChosenAgent {
  const { name, version } = parseAgentReference(reference);
  const { interpreter } = agents[name];
  return { name, interpreter, ...(reference.includes('@') && { version }) };
}
