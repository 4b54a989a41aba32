import { type AgentReference, agentNames, agents, parseAgentReference } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { createSessionBook, type SessionEntry } from '@dragoman/runtime';
import type { ExecOptions } from './exec-options.js';

/** Who acts, and in which session. */
export interface ChosenSession {
  readonly agent: AgentReference;
  /** The session to go on with. */
  readonly entry?: SessionEntry;
}

const DEFAULT_AGENT = 'codex';

/**
 * The agent that was asked for, or whose session is resumed. A session goes on with the version that
 * it had, unless another is asked for.
 */
export async function chooseSession(
  { agent: reference, resume }: ExecOptions,
  stateDirectory: string,
): Promise<ChosenSession> {
  const given = reference === undefined ? undefined : parseAgentReference(reference);
  if (resume === undefined) return { agent: given ?? parseAgentReference(DEFAULT_AGENT) };
  const names = given === undefined ? agentNames : [given.name];
  const book = createSessionBook(stateDirectory);
  for (const name of names) {
    const entry = await book.find(name, resume);
    if (entry === undefined) continue;
    const asked = reference?.includes('@') ? given?.version : undefined;
    const version = asked ?? entry.version ?? agents[name].version;
    return { agent: { name, version }, entry };
  }
  throw new DragomanError(
    'session_unknown',
    `There is no session ${resume}${given === undefined ? '' : ` of ${given.name}`} that dragoman exec has begun (${stateDirectory}/sessions). Only those can be resumed: an agent's own CLI keeps its sessions elsewhere.`,
  );
}
