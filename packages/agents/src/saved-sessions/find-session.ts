import { stat } from 'node:fs/promises';
import { DragomanError } from '@dragoman/protocol';
import type { Agent } from '../agent.js';
import { agentNames, agents } from '../agents.js';
import { detectRecords } from '../detect.js';
import { ownAgent, ownName, printedSessions } from '../own-events.js';
import { askAll, chosen, type SessionScope, scopeOf } from './session-scope.js';

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

/** The session in a file, or at another path that a list gives. */
export async function findByPath(
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
    `No session has an id that begins with ${JSON.stringify(wanted)}, and there is no such file. Looked in ${[...homes].join(', ')}.`,
  );
}
