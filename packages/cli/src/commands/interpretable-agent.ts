import {
  type AgentInterpreter,
  type AgentName,
  agentNames,
  agents,
  parseAgentReference,
} from '@dragoman/agents';

/** An agent whose records Dragoman understands. */
export interface InterpretableAgent {
  readonly name: AgentName;
  /** The version, where the person gave one. */
  readonly version?: string;
  readonly interpreter: AgentInterpreter;
}

/** All agents whose records Dragoman understands. */
export function interpretableAgents(): InterpretableAgent[] {
  return agentNames.map((name) => ({ name, interpreter: agents[name].interpreter }));
}

/** The agent of `--agent`: its name, or `name@version` where the version is known. */
export function interpretableAgent(reference: string): InterpretableAgent {
  const { name, version } = parseAgentReference(reference);
  const { interpreter } = agents[name];
  return { name, interpreter, ...(reference.includes('@') && { version }) };
}
