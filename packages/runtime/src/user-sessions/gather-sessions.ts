import { stat } from 'node:fs/promises';
import {
  type AgentName,
  agents as known,
  type ListedSession,
  listSessions,
  listSessionsBelow,
} from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { defaultStateDirectory } from '@dragoman/sandbox';
import { listOwnSessions } from '../sessions/own-sessions.js';
import { agentCli } from './agent-cli.js';
import { searchSessions } from './session-search.js';

/** Who began a session: a turn of Dragoman, or the agent's CLI on its own. */
export type SessionOrigin = 'dragoman' | 'cli';

export interface GatheredSession extends ListedSession {
  /** Absent for a file in a folder that somebody named. */
  readonly origin?: SessionOrigin;
}

export interface GatherOptions {
  readonly agents: readonly AgentName[];
  /** Folders to look in. None: where the agents of this user, and Dragoman's turns, keep sessions. */
  readonly folders?: readonly string[] | undefined;
  /** Absent: all are wanted. */
  readonly filter?: ((session: GatheredSession) => boolean) | undefined;
  /** A text that the sessions have to hold. */
  readonly search?: string | undefined;
  readonly limit?: number | undefined;
  readonly exact?: boolean | undefined;
  /** Only what names and the file system say: `withSummary` adds the rest. */
  readonly brief?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Sessions of all agents, whoever began them. */
export interface GatheredSessions {
  /** Those last written to first. */
  readonly sessions: readonly GatheredSession[];
  /** How many the filter lets through, listed or not. */
  readonly count: number;
  /** Whether there may be more than `count`: a search ends once it has enough. */
  readonly isPartial: boolean;
  /** The ids of all there are, listed or not. */
  readonly ids: readonly string[];
  readonly homes: readonly string[];
  /** Why some could not be listed. */
  readonly failures: readonly unknown[];
}

/** The latest sessions, whoever began them. What can't be listed hides nothing else. */
export async function gatherSessions(options: GatherOptions): Promise<GatheredSessions> {
  const { folders = [], filter = () => true, limit } = options;
  const parts = await Promise.all(
    folders.length === 0
      ? [ownSessions(options), cliSessions(options)]
      : folders.map((folder) => sessionsIn(folder, options)),
  );
  const all = parts.flatMap(({ sessions }) => sessions);
  const wanted = all
    .filter(filter)
    .sort((left, right) => Date.parse(right.updatedAt) - Date.parse(left.updatedAt));
  const unopened = parts.reduce((sum, part) => sum + part.unopened, 0);
  const { sessions, isPartial, failures } = await holding(wanted, options);
  return {
    sessions: sessions.slice(0, limit),
    count: sessions.length + unopened,
    isPartial,
    ids: parts.flatMap(({ ids }) => ids),
    homes: [...new Set(parts.flatMap(({ homes }) => homes))],
    failures: [...parts.flatMap((part) => part.failures), ...failures],
  };
}

/** Those that hold the text, if there is one to look for; one more than are listed at most. */
async function holding(
  sessions: readonly GatheredSession[],
  {
    search,
    limit = Number.POSITIVE_INFINITY,
    signal = new AbortController().signal,
  }: GatherOptions,
): Promise<Pick<GatheredSessions, 'sessions' | 'isPartial' | 'failures'>> {
  if (search === undefined) return { sessions, isPartial: false, failures: [] };
  const { matchesIn, stop } = searchSessions(sessions, search, signal);
  const held: GatheredSession[] = [];
  const failures: unknown[] = [];
  try {
    for (const [index, session] of sessions.entries()) {
      signal.throwIfAborted();
      try {
        if ((await matchesIn(index)).length > 0) held.push(session);
      } catch (error) {
        signal.throwIfAborted();
        failures.push(error);
      }
      if (held.length > limit) break;
    }
  } finally {
    await stop();
  }
  return { sessions: held, isPartial: held.length > limit, failures };
}

interface Part extends Omit<GatheredSessions, 'count' | 'isPartial'> {
  /** How many more there are that no filter has seen. */
  readonly unopened: number;
}

async function ownSessions({ agents, brief, exact, signal }: GatherOptions): Promise<Part> {
  const stateDirectory = defaultStateDirectory();
  const { sessions, failures } = await listOwnSessions({
    stateDirectory,
    agents,
    brief,
    signal,
    ...(exact !== undefined && { exact }),
  });
  return {
    sessions: sessions.map((session) => ({ ...session, origin: 'dragoman' })),
    ids: sessions.map(({ id }) => id),
    homes: [stateDirectory],
    failures,
    unopened: 0,
  };
}

async function cliSessions(options: GatherOptions): Promise<Part> {
  const part = await listed(options);
  return { ...part, sessions: part.sessions.map((session) => ({ ...session, origin: 'cli' })) };
}

/** Where nothing is filtered, no more files are opened than are listed. */
async function listed(options: GatherOptions, home?: string): Promise<Part> {
  const { agents, filter, brief, exact, signal } = options;
  const isAll = filter === undefined && options.search === undefined;
  const limit = isAll ? options.limit : undefined;
  const { sessions, ids, homes, failures } = await listSessions({
    agents,
    home,
    run: agentCli,
    limit,
    brief,
    exact,
    signal,
  });
  // Folders that can't be read are listed, too, and have no id.
  const opened = sessions.filter(({ id }) => id !== '').length;
  return { sessions, ids, homes, failures, unopened: Math.max(0, ids.length - opened) };
}

/** An agent's folder, or a home that has one, is read as that agent's; any other for its files. */
async function sessionsIn(folder: string, options: GatherOptions): Promise<Part> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true) {
    throw new DragomanError('home_missing', `There is no folder ${folder}.`);
  }
  const part = await listed(options, folder);
  if (part.sessions.length > 0 || part.failures.length > 0) return part;
  const { agents, exact = false, signal } = options;
  const loose = await listSessionsBelow(folder, { exact, ...(signal && { signal }) });
  const sessions = loose.filter(({ agent }) => agents.some((name) => name === agent));
  return { ...part, sessions, ids: sessions.map(({ id }) => id), unopened: 0 };
}

/** A session with all that a list shows of it. What is known already, such as its folder, stays. */
export async function withSummary(
  session: GatheredSession,
  signal: AbortSignal,
): Promise<GatheredSession> {
  const agent = Object.values(known).find(({ name }) => name === session.agent);
  const { sessions } = agent?.interpreter ?? {};
  if (sessions === undefined || sessions.isLocation?.(session.path)) return session;
  const [summary] = await sessions.summarise([session.path], { signal });
  return { ...session, ...summary, ...(session.cwd !== undefined && { cwd: session.cwd }) };
}

/** The same sessions with turns and tokens, as far as `partBytes` of the files of sub-agents tell. */
export async function withFigures(
  sessions: readonly GatheredSession[],
  partBytes: number,
  signal: AbortSignal,
): Promise<readonly GatheredSession[]> {
  const figures = new Map<string, ListedSession>();
  for (const name of new Set(sessions.map(({ agent }) => agent))) {
    const agent = Object.values(known).find((one) => one.name === name);
    const paths = sessions
      .filter((one) => one.agent === name && one.id !== '' && one.turns === undefined)
      .map(({ path }) => path);
    const counted = await agent?.interpreter.sessions.summarise(paths, {
      exact: true,
      partBytes,
      signal,
    });
    for (const one of counted ?? []) figures.set(one.path, { agent: name, ...one });
  }
  return sessions.map((session) => {
    const { turns = session.turns, usage = session.usage } = figures.get(session.path) ?? {};
    return {
      ...session,
      ...(turns !== undefined && { turns }),
      ...(usage !== undefined && { usage }),
    };
  });
}
