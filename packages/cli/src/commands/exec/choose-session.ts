import {
  type AgentName,
  type AgentReference,
  agentNames,
  agents,
  parseAgentReference,
} from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { createSessionRegistry, type SessionEntry } from '@dragoman/runtime/internal';
import type { ExecOptions } from '../../program/exec-command.js';

/** The agent of a turn, and the session it continues. */
export interface ChosenSession {
  readonly agent: AgentReference;
  /** The session to continue. */
  readonly entry?: SessionEntry;
}

const DEFAULT_AGENT = 'codex';

/**
 * The agent of `--agent`, or of the resumed session. A session continues with its version, unless
 * `--agent` names another.
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

/** The one session of `dragoman exec` that has this id, or an id that begins with it. */
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
      `The session ${wanted} is one of ${other.agent}, not of ${agent}. Omit --agent, or use --agent ${other.agent}.`,
    );
  }
  const ofAgent = agent === undefined ? '' : ` of ${agent}`;
  return new DragomanError(
    'session_unknown',
    `dragoman exec has no session ${JSON.stringify(wanted)}${ofAgent} (in ${stateDirectory}/sessions). It can't resume sessions that an agent's CLI started without it.`,
  );
}

function ambiguous(wanted: string, meant: readonly SessionEntry[]): DragomanError {
  const names = [...new Set(meant.map(({ agent }) => agent))].sort().join(' and ');
  return new DragomanError(
    'session_ambiguous',
    `${meant.length} sessions of ${names} have an id that begins with ${JSON.stringify(wanted)}. Give more characters.`,
  );
}

function ofForeignAgent({ sessionId, agent }: SessionEntry): DragomanError {
  return new DragomanError(
    'session_of_another',
    `The session ${sessionId} is one of ${agent}, an agent that dragoman exec does not know.`,
  );
}
