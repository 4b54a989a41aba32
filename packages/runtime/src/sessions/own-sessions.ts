import {
  type Agent,
  agentNames,
  agents,
  type ListedSession,
  type ListOptions,
  type SessionSummary,
} from '@dragoman/agents';
import { checkSessionFolders } from './session-home.js';
import { createSessionRegistry, damagedSession, type SessionEntry } from './session-registry.js';

/** Which of the sessions that Dragoman's turns began to list. */
export interface OwnSessionsOptions
  extends Pick<ListOptions, 'brief' | 'exact' | 'partBytes' | 'signal'> {
  readonly stateDirectory: string;
  /** Default: all registered agents. */
  readonly agents?: readonly string[] | undefined;
}

/** The sessions that Dragoman's turns began. */
export interface OwnSessions {
  readonly sessions: readonly ListedSession[];
  /** Why some sessions, or those in some HOMEs, could not be listed. */
  readonly failures: readonly unknown[];
}

/**
 * The sessions that Dragoman's turns began, in no order. A HOME is read only after a look at what its
 * agent may have put there. Where only the agent's CLI can read them, they are listed by what the turns
 * have noted: the CLI isn't asked.
 */
export async function listOwnSessions(options: OwnSessionsOptions): Promise<OwnSessions> {
  const { stateDirectory, agents: wanted = agentNames } = options;
  const sessions: ListedSession[] = [];
  const { entries, damaged } = await createSessionRegistry(stateDirectory).survey();
  const failures: unknown[] = damaged.map(damagedSession);
  for (const own of homesOf(entries, wanted)) {
    options.signal?.throwIfAborted();
    try {
      for (const session of await listHome(own, options)) {
        sessions.push({ agent: own.agent.name, ...session });
      }
    } catch (error) {
      options.signal?.throwIfAborted();
      failures.push(error);
    }
  }
  return { sessions, failures };
}

/** A HOME in which an agent keeps sessions that Dragoman's turns began. */
export interface OwnHome {
  readonly agent: Agent;
  readonly userHome: string;
  /** The folder in it in which the CLI keeps its things. */
  readonly home: string;
  readonly entries: readonly SessionEntry[];
  /** The workspace of a session: the agent may know it by another path than this machine does. */
  cwdOf(sessionId: string): string;
  /** Refuses a HOME in which the agent has left links in place of folders. */
  check(): Promise<void>;
}

/** The HOMEs of all sessions that Dragoman's turns began. */
export async function ownHomes({
  stateDirectory,
  agents: wanted = agentNames,
}: Pick<OwnSessionsOptions, 'stateDirectory' | 'agents'>): Promise<readonly OwnHome[]> {
  return homesOf(await createSessionRegistry(stateDirectory).all(), wanted);
}

function homesOf(entries: readonly SessionEntry[], wanted: readonly string[]): readonly OwnHome[] {
  return [...byHome(entries)].flatMap(([userHome, inHome]) => {
    const agent = registered(inHome[0]?.agent);
    if (agent === undefined || !wanted.includes(agent.name)) return [];
    const { sessions } = agent.interpreter;
    const home = sessions.home({}, userHome);
    const cwdOf = (id: string) => workspaceOf(id, inHome);
    const check = () => checkSessionFolders(sessions.folders(home), userHome);
    return [{ agent, userHome, home, entries: inHome, cwdOf, check }];
  });
}

/** A HOME is one agent's. Sessions that were forked share it. */
export function byHome(
  entries: readonly SessionEntry[],
): ReadonlyMap<string, readonly SessionEntry[]> {
  const homes = new Map<string, SessionEntry[]>();
  for (const entry of entries) {
    const inHome = homes.get(entry.home);
    if (inHome === undefined) homes.set(entry.home, [entry]);
    else inHome.push(entry);
  }
  return homes;
}

function registered(name: string | undefined): Agent | undefined {
  const known = agentNames.find((one) => one === name);
  return known === undefined ? undefined : agents[known];
}

async function listHome(
  { agent, home, entries, cwdOf, check }: OwnHome,
  { brief, exact, partBytes, signal }: OwnSessionsOptions,
): Promise<readonly SessionSummary[]> {
  const { sessions: store } = agent.interpreter;
  const [first] = entries;
  if (first !== undefined && (await store.locate?.(first.sessionId, { home })) !== undefined) {
    const noted = entries.map(async (entry) => {
      const path = await store.locate?.(entry.sessionId, { home });
      return summaryOf(entry, path ?? home);
    });
    return Promise.all(noted);
  }
  await check();
  const listed = await store.list({
    home,
    signal,
    brief,
    ...(exact !== undefined && { exact }),
    ...(partBytes !== undefined && { partBytes }),
  });
  // No turn went on with them: they are there for their forks.
  const origins = new Set(entries.flatMap((entry) => entry.origins ?? []));
  return listed
    .filter(({ id }) => !origins.has(id))
    .map((session) => ({ ...session, cwd: cwdOf(session.id) }));
}

function workspaceOf(id: string, entries: readonly SessionEntry[]): string {
  const entry = entries.find(({ sessionId }) => sessionId === id) ?? entries[0];
  return entry?.workspace ?? '';
}

/** What a list shows of a session by what its turns have noted. */
function summaryOf(entry: SessionEntry, path: string): SessionSummary {
  const { sessionId: id, createdAt: startedAt, updatedAt, workspace: cwd, turns } = entry;
  const { version, firstPrompt, modelId, usage } = entry;
  return {
    id,
    path,
    startedAt,
    updatedAt,
    cwd,
    turns,
    bytes: 0,
    archived: false,
    ...(version !== undefined && { version }),
    ...(firstPrompt !== undefined && { firstPrompt }),
    ...(modelId !== undefined && { modelId }),
    ...(usage !== undefined && { usage }),
  };
}
