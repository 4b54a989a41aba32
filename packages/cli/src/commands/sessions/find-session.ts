import { stat } from 'node:fs/promises';
import { detectSession } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { allAgents, type ChosenAgent, chosenAgent } from '../chosen-agent.js';
import { agentUntold } from '../translate/recognise-input.js';
import { agentCli } from './agent-cli.js';
import { askAgents } from './ask-agents.js';
import { sessionHome } from './session-home.js';

export interface FindOptions {
  readonly agent?: string;
  readonly home?: string;
}

export interface FoundSession {
  readonly path: string;
  readonly agent: ChosenAgent;
}

/** A session by its file, its id or the beginning of its id. */
export async function findSession(
  wanted: string,
  options: FindOptions,
  signal: AbortSignal,
): Promise<FoundSession> {
  const agent = options.agent === undefined ? undefined : chosenAgent(options.agent);
  const isFile = wanted.includes('/') || (await stat(wanted).catch(() => undefined))?.isFile();
  if (isFile) return findByPath(wanted, agent, signal);
  const candidates = agent === undefined ? allAgents() : [agent];
  return findById(wanted, candidates, options.home, signal);
}

/** A session by its file, or by another path that a list has given. */
async function findByPath(
  path: string,
  given: ChosenAgent | undefined,
  signal: AbortSignal,
): Promise<FoundSession> {
  const told = await detectSession(path, { signal });
  const agent = given ?? (told === undefined ? undefined : chosenAgent(told.agent));
  if (agent === undefined) throw agentUntold(path);
  if (told?.agent === agent.name && told.view === 'live') throw notSaved(path, agent);
  return { path, agent };
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
