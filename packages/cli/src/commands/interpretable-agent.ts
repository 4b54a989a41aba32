import {
  type AgentInterpreter,
  type AgentName,
  agentNames,
  agents,
  parseAgentReference,
} from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';

/** An agent whose records Dragoman understands. */
export interface InterpretableAgent {
  readonly name: AgentName;
  /** The version, where the person gave one. */
  readonly version?: string;
  readonly interpreter: AgentInterpreter;
}

/** All agents whose records Dragoman understands. */
export function interpretableAgents(): InterpretableAgent[] {
  return agentNames.flatMap((name) => {
    const { interpreter } = agents[name];
    return interpreter === undefined ? [] : [{ name, interpreter }];
  });
}

/** The agent of `--agent`: `codex`, or `codex@0.58.0` where the version is known. */
export function interpretableAgent(reference: string | undefined): InterpretableAgent {
  const names = interpretableAgents().map(({ name }) => name);
  if (reference === undefined) {
    throw new DragomanError(
      'usage',
      `Say with --agent whose records they are: ${names.join(', ')}.`,
    );
  }
  const { name, version } = parseAgentReference(reference);
  const { interpreter } = agents[name];
  if (interpreter === undefined) {
    const known = names.join(', ');
    throw new DragomanError(
      'usage',
      `The records of ${name} can't be translated yet. These can: ${known}.`,
    );
  }
  return { name, interpreter, ...(reference.includes('@') && { version }) };
}
