import { stat } from 'node:fs/promises';
import { DragomanError } from '@dragoman/protocol';
import type { Agent } from './agent.js';
import { type AgentName, agentNames, agents } from './agents.js';
import { detectRecords } from './detect.js';
import { ownAgent, ownName, printedSessions } from './own-events.js';
import { sessionHome } from './session-home.js';
import type {
  ListOptions,
  LoadedSession,
  LoadOptions,
  RunCli,
  SessionSummary,
} from './sessions/session-store.js';

/** An agent by its name, or an agent that isn't registered. */
export type AgentChoice = AgentName | Agent;

/** Which agents' sessions are meant, and where they are. */
export interface SessionScope {
  /** Default: all registered agents. */
  readonly agents?: readonly AgentChoice[] | undefined;
  /**
   * A user's home, an agent's folder in it, or a folder of sessions in that. Default: where each agent
   * of this user keeps its sessions.
   */
  readonly home?: string | undefined;
  /** Runs the CLI of an agent, for agents whose sessions are in a database that only their CLI reads. */
  readonly run?: ((agent: string) => RunCli) | undefined;
  /** Ends the work; it then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Which sessions to list. */
export interface ListSessionsOptions extends SessionScope {
  /** At most so many, the latest first; no others are opened. Default: all. */
  readonly limit?: number | undefined;
  /** Give only what names and the file system say, and open no file. */
  readonly brief?: boolean | undefined;
  /** Give turns and tokens also where that takes reading the whole file. */
  readonly exact?: boolean | undefined;
  /**
   * With `exact`: at most so many bytes of the files of sub-agents are read, for each agent. A session
   * that needs more is listed as without `exact`. Default: no limit.
   */
  readonly partBytes?: number | undefined;
}

/** A session in a list, and its agent. */
export interface ListedSession extends SessionSummary {
  readonly agent: string;
}

/** The sessions of several agents. */
export interface SessionList {
  /** Those last written to first. */
  readonly sessions: readonly ListedSession[];
  /** The ids of all there are, listed or not. */
  readonly ids: readonly string[];
  /** The agents that have any. */
  readonly agents: readonly string[];
  /** The folders that were looked through. */
  readonly homes: readonly string[];
  /** Why the sessions of some agents could not be listed. */
  readonly failures: readonly unknown[];
}

/** A session that was found by its path or id. */
export interface FoundSession {
  readonly path: string;
  /** Which agent it is of, and how it is read. */
  readonly agent: Pick<Agent, 'name' | 'interpreter'>;
}

/** How to find a session by its path or id. */
export interface FindSessionOptions extends SessionScope {
  /**
   * Also take a file of what an agent printed, or of Dragoman's own events: it can be read, though no
   * agent can go on with it. Default: false.
   */
  readonly printed?: boolean | undefined;
}

/** How to load a session. */
export interface LoadSessionOptions extends Pick<LoadOptions, 'last' | 'before' | 'signal'> {
  /** The agent that wrote it. Default: detected. */
  readonly agent?: AgentChoice | undefined;
  readonly run?: SessionScope['run'];
}

/** A loaded session and its agent. */
export interface LoadedAgentSession extends LoadedSession {
  readonly agent: string;
}

/**
 * Loads a saved session of any agent and version as messages: all of it, or a page. It may also be what an
 * agent printed, or events of Dragoman's own: a journal, or what `dragoman exec --json` wrote.
 *
 * @param path its file, or another path that a list gives.
 * @example
 * const { agent, messages, usage } = await loadSession('rollout.jsonl');
 */
export async function loadSession(
  path: string,
  { agent: choice, run, ...options }: LoadSessionOptions = {},
): Promise<LoadedAgentSession> {
  const wanted = { given: choice && chosen(choice), printed: true, signal: options.signal };
  const { agent } = await findByPath(path, wanted);
  const { name, interpreter } = agent;
  const session = await interpreter.sessions.load(path, { ...options, run: run?.(name) });
  // Dragoman's own events say whose they are.
  const said = name === ownName ? session.session?.agent : undefined;
  return { agent: said ?? name, ...session };
}

/**
 * The latest sessions of several agents. An agent whose sessions can't be listed doesn't hide those of
 * the others: see `failures`.
 *
 * @example
 * for (const { agent, id, firstPrompt } of (await listSessions({ limit: 20 })).sessions) …
 */
export async function listSessions(options: ListSessionsOptions = {}): Promise<SessionList> {
  const { limit, brief, exact = false, partBytes } = options;
  const ask = async ({ name, interpreter: { sessions } }: Agent) => {
    const scope = await scopeOf(name, sessions, options);
    const wanted: ListOptions = {
      ...scope,
      brief,
      exact,
      ...(limit !== undefined && { limit }),
      ...(partBytes !== undefined && { partBytes }),
    };
    // A CLI that has to be asked takes seconds for each.
    const [ids, listed] = await Promise.all([sessions.ids(scope), sessions.list(wanted)]);
    return {
      name,
      home: scope.home,
      ids,
      sessions: listed.map((one) => ({ agent: name, ...one })),
    };
  };
  const { answers, failures } = await askAll(options, ask);
  return {
    sessions: answers
      .flatMap(({ sessions }) => sessions)
      .sort((left, right) => Date.parse(right.updatedAt) - Date.parse(left.updatedAt))
      .slice(0, limit),
    ids: answers.flatMap(({ ids }) => ids),
    agents: answers.filter(({ ids }) => ids.length > 0).map(({ name }) => name),
    homes: [...new Set(answers.map(({ home }) => home))],
    failures,
  };
}

/** A session by its path, its id or the beginning of its id. */
export async function findSession(
  wanted: string,
  options: FindSessionOptions = {},
): Promise<FoundSession> {
  const { signal, printed, agents: choices } = options;
  const there = await stat(wanted).catch(() => undefined);
  if (wanted.includes('/') || there?.isFile()) {
    const only = choices?.length === 1 ? choices[0] : undefined;
    return findByPath(wanted, { given: only && chosen(only), printed, signal });
  }
  try {
    return await findById(wanted, options);
  } catch (error) {
    if (!there?.isDirectory()) throw error;
    const message = `${wanted} is a folder, and no session has an id that begins so. To look for sessions in a folder, give it as the home.`;
    throw new DragomanError('session_unknown', message, { cause: error });
  }
}

interface WantedFile extends Pick<FindSessionOptions, 'printed' | 'signal'> {
  readonly given: Agent | undefined;
}

async function findByPath(
  path: string,
  { given, printed, signal }: WantedFile,
): Promise<FoundSession> {
  if (given?.interpreter.sessions.isLocation?.(path)) return { path, agent: given };
  const detected = await detectRecords(path, signal);
  if (detected === undefined && (await isEmpty(path))) {
    throw new DragomanError('session_empty', `${path} is empty: there is no session in it.`);
  }
  if (detected?.agent === ownName) {
    if (printed) return { path, agent: ownAgent };
    throw printedOnly(path, 'events of Dragoman');
  }
  const agent = given ?? (detected === undefined ? undefined : agents[detected.agent]);
  if (agent === undefined) throw agentNotDetected(path);
  // An agent that isn't registered may read the sessions of one that is.
  if (detected !== undefined && agents[detected.agent].interpreter !== agent.interpreter) {
    const message = `${path} is a session of ${detected.agent}, not of ${agent.name}.`;
    throw new DragomanError('session_of_another', message);
  }
  if (detected?.view !== 'live') return { path, agent };
  // What an agent prints looks like a session to a person who kept it.
  if (!printed) throw printedOnly(path, `live output of ${agent.name}`);
  const { live } = agent.interpreter;
  const sessions = printedSessions(agent, () => live());
  return { path, agent: { ...agent, interpreter: { ...agent.interpreter, sessions } } };
}

function printedOnly(path: string, what: string): DragomanError {
  return new DragomanError('session_live', `${path} is ${what}, not a saved session.`);
}

async function isEmpty(path: string): Promise<boolean> {
  const status = await stat(path).catch(() => undefined);
  return status?.isFile() === true && status.size === 0;
}

/** An agent whose sessions can't be searched hides no other's. */
async function findById(wanted: string, options: SessionScope): Promise<FoundSession> {
  const ask = async (agent: Agent) => {
    const { sessions } = agent.interpreter;
    const scope = await scopeOf(agent.name, sessions, options);
    return { agent, home: scope.home, path: await sessions.find(wanted, scope) };
  };
  const { answers, failures } = await askAll(options, ask);
  const found = answers.flatMap(({ agent, path }) => (path === undefined ? [] : [{ agent, path }]));
  const [first, ...others] = found;
  const [failure] = [...failures.filter(isAmbiguous), ...failures];
  if (first === undefined)
    throw failure ?? unknown(wanted, new Set(answers.map(({ home }) => home)));
  if (isAmbiguous(failure)) throw failure;
  if (others.length > 0) throw ambiguous(wanted, found);
  return first;
}

/** An agent with several matches says that more of the id is needed, whatever the others have. */
function isAmbiguous(failure: unknown): boolean {
  return failure instanceof DragomanError && failure.code === 'session_ambiguous';
}

async function scopeOf(
  name: string,
  sessions: Agent['interpreter']['sessions'],
  { home, run, signal }: SessionScope,
): Promise<Pick<ListOptions, 'home' | 'run' | 'signal'>> {
  return { home: await sessionHome(sessions, home), signal, run: run?.(name) };
}

/** Asks all agents at once. One that fails doesn't stop the others; only the signal does. */
async function askAll<Answer>(
  { agents: choices = agentNames, signal }: SessionScope,
  ask: (agent: Agent) => Promise<Answer>,
): Promise<{ readonly answers: readonly Answer[]; readonly failures: readonly unknown[] }> {
  const asked = await Promise.allSettled(choices.map(chosen).map(ask));
  signal?.throwIfAborted();
  return {
    answers: asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    failures: asked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])),
  };
}

function chosen(choice: AgentChoice): Agent {
  return typeof choice === 'string' ? agents[choice] : choice;
}

function agentNotDetected(path: string): DragomanError {
  return new DragomanError(
    'agent_undetected',
    `No record at the beginning of ${path} is one that a single agent writes; ${agentNames.join(', ')} were tried.`,
  );
}

function ambiguous(wanted: string, found: readonly FoundSession[]): DragomanError {
  const names = found.map(({ agent }) => agent.name).join(' and ');
  return new DragomanError(
    'session_ambiguous',
    `Sessions of ${names} have an id that begins with ${JSON.stringify(wanted)}. Give more of it, or name the agent.`,
  );
}

function unknown(wanted: string, homes: ReadonlySet<string>): DragomanError {
  return new DragomanError(
    'session_unknown',
    `No session in ${[...homes].join(', ')} has an id that begins with ${JSON.stringify(wanted)}, and there is no such file.`,
  );
}
