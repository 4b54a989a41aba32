import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type AgentReference, agentNames, agents, parseAgentReference } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { gatherSessions } from '@dragoman/runtime';
import {
  type AdoptedSession,
  prepareUserAdoption,
  type SessionEntry,
} from '@dragoman/runtime/internal';
import type { ExecOptions } from '../../program/exec-command.js';
import { findWanted } from '../sessions/wanted-session.js';

/** The session that a turn goes on with. */
export interface ContinuedSession extends Pick<SessionEntry, 'sessionId' | 'workspace'> {
  /** The kind of sandbox that it had. Absent: its agent began it on its own. */
  readonly sandbox?: string;
  /** Copies it to where turns can go on with it. Absent: it is there. */
  readonly adopt?: () => Promise<AdoptedSession>;
}

/** The agent of a turn, and the session it continues. */
export interface ChosenSession {
  readonly agent: AgentReference;
  /** The session to continue. */
  readonly entry?: ContinuedSession;
}

type Asked = Pick<ExecOptions, 'agent' | 'resume' | 'continue' | 'cwd'>;

const DEFAULT_AGENT = 'codex';

/**
 * The agent of `--agent`, or of the session that goes on. A session goes on with its version, unless
 * `--agent` names another.
 */
export async function chooseSession(
  asked: Asked,
  stateDirectory: string,
  signal: AbortSignal,
): Promise<ChosenSession> {
  const { agent: reference, resume } = asked;
  const given = reference === undefined ? undefined : parseAgentReference(reference);
  const wanted = asked.continue ? await lastIn(asked, signal) : resume;
  if (wanted === undefined) return { agent: given ?? parseAgentReference(DEFAULT_AGENT) };
  const { entry, saved } = await findWanted(wanted, { agent: given?.name }, signal);
  const name = agentNames.find((known) => known === (entry?.agent ?? saved?.agent.name));
  if (name === undefined) throw ofForeignAgent(wanted, entry?.agent ?? '');
  const version = reference?.includes('@') ? given?.version : entry?.version;
  const agent = { name, version: version ?? agents[name].version };
  if (entry !== undefined) return { agent, entry };
  return { agent, entry: await prepareUserAdoption(saved, agent, { stateDirectory, signal }) };
}

/** The session that was last used in the workspace, whoever began it. */
async function lastIn({ agent, cwd: given = '.' }: Asked, signal: AbortSignal): Promise<string> {
  const folder = resolve(given);
  const real = await realpath(folder).catch(() => folder);
  const names = agent === undefined ? agentNames : [parseAgentReference(agent).name];
  const { sessions, failures } = await gatherSessions({
    agents: names,
    limit: 1,
    signal,
    filter: ({ cwd, problem }) => (cwd === folder || cwd === real) && problem === undefined,
  });
  const [last] = sessions;
  if (last !== undefined) return last.origin === 'cli' ? last.path : last.id;
  if (failures.length > 0) throw failures[0];
  throw new DragomanError(
    'session_unknown',
    `There is no session in ${folder} to go on with. Begin one without --continue, or name one with --resume.`,
  );
}

function ofForeignAgent(wanted: string, agent: string): DragomanError {
  return new DragomanError(
    'session_of_another',
    `The session ${wanted} is one of ${agent}, an agent that dragoman exec does not know.`,
  );
}
