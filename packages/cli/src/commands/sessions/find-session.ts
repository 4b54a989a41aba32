import {
  findUserSession,
  type OpenedSession,
  openUserSession,
  type UserSession,
} from '@dragoman/runtime';
import { chosenAgent } from '../chosen-agent.js';

/** Where the command line says that a session is. */
export interface FindOptions {
  readonly agent?: string | undefined;
  readonly home?: string | undefined;
}

/** The session that is meant by its file, its id or the beginning of its id, whoever began it. */
export function knowSession(
  wanted: string,
  options: FindOptions,
  signal: AbortSignal,
): Promise<UserSession> {
  return findUserSession(wanted, { ...named(options), signal });
}

/** The same, to read. */
export function findSession(
  wanted: string,
  options: FindOptions,
  signal: AbortSignal,
): Promise<OpenedSession> {
  return openUserSession(wanted, { ...named(options), signal });
}

function named({ agent, home }: FindOptions) {
  return { agent: agent === undefined ? undefined : chosenAgent(agent).name, home };
}
