import { stat } from 'node:fs/promises';
import { detectSession, type RunCli } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { allAgents, type ChosenAgent, chosenAgent } from '../chosen-agent.js';
import { agentMissing } from '../translate/recognise-input.js';
import { agentCli } from './agent-cli.js';
import { askAgents } from './ask-agents.js';
import { findBegun } from './find-begun.js';
import { sessionHome } from './session-home.js';

export interface FindOptions {
  readonly agent?: string;
  readonly home?: string;
}

export interface FoundSession {
  readonly path: string;
  readonly agent: ChosenAgent;
  /** How to ask the agent's CLI for it, where it isn't one of the user's own. */
  readonly run?: RunCli;
}

/** A session by its file, its id or the beginning of its id. */
export async function findSession(
  wanted: string,
  options: FindOptions,
  signal: AbortSignal,
): Promise<FoundSession> {
  const agent = options.agent === undefined ? undefined : chosenAgent(options.agent);
  const there = await stat(wanted).catch(() => undefined);
  if (wanted.includes('/') || there?.isFile()) return findByPath(wanted, agent, signal);
  const candidates = agent === undefined ? allAgents() : [agent];
  const begun =
    options.home === undefined ? await findBegun(wanted, candidates, signal) : undefined;
  if (begun !== undefined) return begun;
  try {
    return await findById(wanted, candidates, options.home, signal);
  } catch (error) {
    if (!there?.isDirectory()) throw error;
    const message = `${wanted} is a folder, and no session has an id that begins so. To look for sessions in a folder, name it with --home.`;
    throw new DragomanError('session_unknown', message, { cause: error });
  }
}

/** A session by its file, or by another path that a list has given. */
async function findByPath(
  path: string,
  given: ChosenAgent | undefined,
  signal: AbortSignal,
): Promise<FoundSession> {
  const told = await detectSession(path, { signal });
  if (told === undefined && (await isEmpty(path))) throw empty(path);
  const agent = given ?? (told === undefined ? undefined : chosenAgent(told.agent));
  if (agent === undefined) throw agentMissing(path);
  if (told !== undefined && told.agent !== agent.name) throw ofAnother(path, agent, told.agent);
  if (told?.view === 'live') throw notSaved(path, agent);
  return { path, agent };
}

async function isEmpty(path: string): Promise<boolean> {
  const status = await stat(path).catch(() => undefined);
  return status?.isFile() === true && status.size === 0;
}

function empty(path: string): DragomanError {
  return new DragomanError('session_empty', `${path} is empty: there is no session in it.`);
}

function ofAnother(path: string, { name }: ChosenAgent, other: string): DragomanError {
  return new DragomanError(
    'session_of_another',
    `${path} is a session of ${other}, not of ${name}. Leave --agent away, or say --agent ${other}.`,
  );
}

/** What an agent wrote to its stdout looks like a session to a person who kept it. */
function notSaved(path: string, { name }: ChosenAgent): DragomanError {
  return new DragomanError(
    'session_live',
    `${path} is live output of ${name}, not a saved session. Translate it: dragoman translate --to messages ${path}`,
  );
}

/** A session by its id, of whichever agent has one; an agent that can't be asked hides no other's. */
export async function findById(
  wanted: string,
  agents: readonly ChosenAgent[],
  givenHome: string | undefined,
  signal: AbortSignal,
): Promise<FoundSession> {
  const ask = async (agent: ChosenAgent) => {
    const { sessions } = agent.interpreter;
    const run = agentCli(agent.name);
    const home = await sessionHome(sessions, givenHome);
    return { agent, home, path: await sessions.find(wanted, { home, signal, run }) };
  };
  const { answers, failures } = await askAgents(agents, ask, signal);
  const found = answers.flatMap(({ agent, path }) => (path === undefined ? [] : [{ agent, path }]));
  const [first, ...others] = found;
  const [failure] = [...failures.filter(isAmbiguous), ...failures];
  if (first === undefined)
    throw failure ?? unknown(wanted, new Set(answers.map(({ home }) => home)));
  if (isAmbiguous(failure)) throw failure;
  if (others.length > 0) throw ambiguous(wanted, found);
  return first;
}

/** Whoever has several of them leaves no doubt that more of the id is needed. */
function isAmbiguous(failure: unknown): boolean {
  return failure instanceof DragomanError && failure.code === 'session_ambiguous';
}

function ambiguous(wanted: string, found: readonly FoundSession[]): DragomanError {
  const names = found.map(({ agent }) => agent.name).join(' and ');
  return new DragomanError(
    'session_ambiguous',
    `Sessions of ${names} have an id that begins with ${JSON.stringify(wanted)}. Give more of it, or say with --agent whose is meant.`,
  );
}

function unknown(wanted: string, homes: ReadonlySet<string>): DragomanError {
  return new DragomanError(
    'session_unknown',
    `No session in ${[...homes].join(', ')} has an id that begins with ${JSON.stringify(wanted)}, and there is no such file.`,
  );
}
