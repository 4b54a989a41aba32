import type { LoadedSession } from '@dragoman/agents';
import {
  findUserSession,
  type OpenedSession,
  openUserSession,
  type UserSession,
} from '@dragoman/runtime';
import type { Terminal } from '../../terminal/terminal.js';
import { untilStopped } from '../../terminal/until-stopped.js';
import { chosenAgent } from '../chosen-agent.js';

/** Where the command line says that a session is. */
export interface FindOptions {
  readonly agent?: string | undefined;
  readonly home?: string | undefined;
}

/** The session that is meant by its file, its id or the beginning of its id, whoever began it. */
export function findWanted(
  wanted: string,
  options: FindOptions,
  signal: AbortSignal,
): Promise<UserSession> {
  return findUserSession(wanted, { ...named(options), signal });
}

/** The same, to read. */
export function openWanted(
  wanted: string,
  options: FindOptions,
  signal: AbortSignal,
): Promise<OpenedSession> {
  return openUserSession(wanted, { ...named(options), signal });
}

function named({ agent, home }: FindOptions) {
  return { agent: agent === undefined ? undefined : chosenAgent(agent).name, home };
}

/** Loads a session, or the last messages of it. Undefined when the command should stop. */
export function loadWanted(
  { path, agent, run }: OpenedSession,
  last: number | undefined,
  { signal }: Terminal,
): Promise<LoadedSession | undefined> {
  return untilStopped(agent.interpreter.sessions.load(path, { last, signal, run }), signal);
}
