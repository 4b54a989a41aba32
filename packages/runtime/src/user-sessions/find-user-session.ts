import { basename } from 'node:path';
import {
  type AgentName,
  agentNames,
  agents,
  type FoundSession as FoundSaved,
  findSession as findSaved,
  type RunCli,
} from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { errorCode, errorMessage } from '@dragoman/protocol/internal';
import { defaultStateDirectory } from '@dragoman/sandbox';
import { sessionAtPath } from '../sessions/session-at-path.js';
import {
  createSessionRegistry,
  damagedSession,
  type SessionEntry,
} from '../sessions/session-registry.js';
import { agentCli } from './agent-cli.js';
import { openBegun } from './open-begun.js';

/** Where to look for a session of this user. */
export interface FindUserSessionOptions {
  /** Default: any. */
  readonly agent?: AgentName | undefined;
  /** Only in this folder, as `listSessions` takes it. Sessions of turns are not meant then. */
  readonly home?: string | undefined;
  /** Whether a file of what an agent printed, or of events, is meant, too. Default: false. */
  readonly printed?: boolean | undefined;
  /** Ends the work; it then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A session that can be read. */
export interface OpenedSession extends FoundSaved {
  /** Runs the agent's CLI, for agents whose sessions only the CLI reads. */
  readonly run: RunCli;
}

/** A session that a turn of Dragoman began, or one that an agent's CLI began on its own. */
export type UserSession =
  | { readonly entry: SessionEntry; readonly saved?: undefined }
  | { readonly saved: FoundSaved; readonly entry?: undefined };

/** What to do about a failure, in the words of the command line. */
const HINTS: Readonly<Record<string, (wanted: string) => string>> = {
  session_unknown: () =>
    `Nor is there one of dragoman exec, in ${defaultStateDirectory()}/sessions.`,
  agent_undetected: () => 'Name the agent with --agent.',
  session_of_another: () => 'Leave --agent away, or name the right one.',
  session_live: (path) => `It can only be read: dragoman sessions show ${path}`,
};

/** A session by its file, its id or the beginning of its id, to read. */
export async function openUserSession(
  wanted: string,
  options: Omit<FindUserSessionOptions, 'printed'> = {},
): Promise<OpenedSession> {
  const { entry, saved } = await findUserSession(wanted, { ...options, printed: true });
  const begun = entry && (await openBegun(entry, { signal: options.signal }));
  if (begun !== undefined) return begun;
  const found = saved ?? (await findElsewhere(wanted, options));
  return { ...found, run: agentCli(found.agent.name) };
}

/**
 * The session that is meant by its file, its id or the beginning of its id, whoever began it. Of a
 * session and the copy of it that a turn goes on with, the copy is meant.
 */
export async function findUserSession(
  wanted: string,
  options: FindUserSessionOptions = {},
): Promise<UserSession> {
  const { agent: name, home } = options;
  const own = home === undefined ? await ownSessions(wanted) : [];
  const found = own.filter((entry) => name === undefined || entry.agent === name);
  const [entry, ...others] = found;
  if (entry === undefined) {
    const saved = await findElsewhere(wanted, options).catch(orOfAnother(wanted, own[0], options));
    return { saved };
  }
  if (others.length > 0) throw ambiguous(wanted, found);
  if (
    wanted.includes('/') ||
    entry.sessionId === wanted ||
    (await isOnly(entry, wanted, options))
  ) {
    return { entry };
  }
  throw new DragomanError(
    'session_ambiguous',
    `The session ${entry.sessionId} of ${entry.agent} and another have an id that begins with ${JSON.stringify(wanted)}. Give more characters.`,
  );
}

/** The sessions of turns that may be meant: by their path, their id or its beginning. */
async function ownSessions(wanted: string): Promise<readonly SessionEntry[]> {
  const stateDirectory = defaultStateDirectory();
  if (!wanted.includes('/')) return ownBeginningWith(wanted, stateDirectory);
  const own = await sessionAtPath(wanted, stateDirectory);
  if (own === undefined || own.entry !== undefined) return own?.entry ? [own.entry] : [];
  // Its agent could write there, and only a CLI in a sandbox may read a database of its.
  if (isLocation(wanted)) throw unregistered(wanted);
  return [];
}

async function ownBeginningWith(
  wanted: string,
  stateDirectory: string,
): Promise<readonly SessionEntry[]> {
  const registry = createSessionRegistry(stateDirectory);
  const found = await registry.beginningWith(wanted);
  if (found.length > 0 || wanted === '') return found;
  const { damaged } = await registry.survey();
  const meant = damaged.find((path) => basename(path).startsWith(wanted));
  if (meant !== undefined) throw damagedSession(meant);
  return [];
}

function isLocation(path: string): boolean {
  return agentNames.some((name) => agents[name].interpreter.sessions.isLocation?.(path));
}

function unregistered(path: string): DragomanError {
  return new DragomanError('session_unknown', `No turn of Dragoman has a session ${path}.`);
}

/** An agent that was named may be the wrong one. */
function orOfAnother(
  wanted: string,
  own: SessionEntry | undefined,
  { agent, ...anywhere }: FindUserSessionOptions,
): (error: unknown) => Promise<never> {
  return async (error) => {
    if (agent === undefined || errorCode(error) !== 'session_unknown') throw error;
    const found = own === undefined ? findElsewhere(wanted, anywhere) : undefined;
    const other = own?.agent ?? (await found?.catch(() => undefined))?.agent.name;
    if (other === undefined) throw error;
    throw new DragomanError(
      'session_of_another',
      `The session ${wanted} is one of ${other}. Omit --agent, or use --agent ${other}.`,
      { cause: error },
    );
  };
}

/** Whether no CLI has another session whose id begins so. */
async function isOnly(
  { sessionId }: SessionEntry,
  wanted: string,
  options: FindUserSessionOptions,
): Promise<boolean> {
  const pathOf = async (id: string): Promise<string | undefined> => {
    try {
      return (await findElsewhere(id, options)).path;
    } catch (error) {
      options.signal?.throwIfAborted();
      if (errorCode(error) === 'session_unknown') return undefined;
      if (errorCode(error) === 'session_ambiguous') throw error;
      throw undecided(sessionId, error);
    }
  };
  const path = await pathOf(wanted);
  return path === undefined || path === (await pathOf(sessionId));
}

/** Among the sessions that agents began on their own, and files. */
async function findElsewhere(
  wanted: string,
  { agent, home, printed, signal }: FindUserSessionOptions,
): Promise<FoundSaved> {
  const chosen = agent === undefined ? agentNames : [agent];
  try {
    return await findSaved(wanted, { agents: chosen, home, printed, run: agentCli, signal });
  } catch (error) {
    const hint = error instanceof DragomanError ? HINTS[error.code] : undefined;
    if (!(error instanceof DragomanError) || hint === undefined) throw error;
    throw new DragomanError(error.code, `${error.message} ${hint(wanted)}`, { cause: error });
  }
}

/** Where not all sessions can be read, another may be meant. */
function undecided(sessionId: string, cause: unknown): DragomanError {
  return new DragomanError(
    cause instanceof DragomanError ? cause.code : 'sessions_unreadable',
    `${errorMessage(cause)} Or give the whole id: ${sessionId}`,
    { cause },
  );
}

function ambiguous(wanted: string, entries: readonly SessionEntry[]): DragomanError {
  const names = [...new Set(entries.map(({ agent }) => agent))].sort().join(' and ');
  return new DragomanError(
    'session_ambiguous',
    `${entries.length} sessions of ${names} have an id that begins with ${JSON.stringify(wanted)}. Give more characters.`,
  );
}
