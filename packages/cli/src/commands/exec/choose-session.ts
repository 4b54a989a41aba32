import {
  type AgentName,
  type AgentReference,
  agentNames,
  agents,
  parseAgentReference,
} from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { createSessionRegistry, type SessionEntry } from '@dragoman/runtime';
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
  const entry = await beganAs(resume, given?.name, stateDirectory);
  const name = agentNames.find((known) => known === entry.agent);
  if (name === undefined) throw ofForeignAgent(entry);
  const asked = reference?.includes('@') ? given?.version : undefined;
  const version = asked ?? entry.version ?? agents[name].version;
  return { agent: { name, version }, entry };
}

/** The one session that was begun here and has this id, or an id that begins so. */
async function beganAs(
  wanted: string,
  agent: AgentName | undefined,
  stateDirectory: string,
): Promise<SessionEntry> {
  const found = await createSessionRegistry(stateDirectory).beginningWith(wanted);
  const meant = found.filter((entry) => agent === undefined || entry.agent === agent);
  const [entry, ...others] = meant;
  if (entry === undefined) throw unknown(wanted, agent, found, stateDirectory);
  if (others.length > 0) throw ambiguous(wanted, meant);
  return entry;
}

function unknown(
  wanted: string,
  agent: AgentName | undefined,
  found: readonly SessionEntry[],
  stateDirectory: string,
): DragomanError {
  const [other] = found;
  if (other !== undefined) {
    return new DragomanError(
      'session_of_another',
      `The session ${wanted} is one of ${other.agent}, not of ${agent}. Leave --agent away, or say --agent ${other.agent}.`,
    );
  }
  const whose = agent === undefined ? '' : ` of ${agent}`;
  return new DragomanError(
    'session_unknown',
    `There is no session ${JSON.stringify(wanted)}${whose} that dragoman exec has begun (${stateDirectory}/sessions). Only those can be resumed: an agent's own CLI keeps its sessions elsewhere.`,
  );
}

function ambiguous(wanted: string, meant: readonly SessionEntry[]): DragomanError {
  const names = [...new Set(meant.map(({ agent }) => agent))].sort().join(' and ');
  return new DragomanError(
    'session_ambiguous',
    `${meant.length} sessions of ${names} have an id that begins with ${JSON.stringify(wanted)}. Give more of it.`,
  );
}

function ofForeignAgent({ sessionId, agent }: SessionEntry): DragomanError {
  return new DragomanError(
    'session_of_another',
    `The session ${sessionId} is one of ${agent}, which is no agent that dragoman exec knows.`,
  );
}
