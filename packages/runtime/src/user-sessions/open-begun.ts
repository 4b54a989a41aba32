import { agentNames, agents } from '@dragoman/agents';
import { defaultStateDirectory } from '@dragoman/sandbox';
import { checkSessionFolders } from '../sessions/session-home.js';
import { createSessionRegistry, type SessionEntry } from '../sessions/session-registry.js';
import { begunCli } from './begun-cli.js';
import type { OpenedSession } from './find-user-session.js';

export interface OpenBegunOptions {
  readonly signal?: AbortSignal | undefined;
  /** Default: `$DRAGOMAN_STATE`, or `dragoman` in the user's state folder. */
  readonly stateDirectory?: string | undefined;
}

/** A session that a turn began, in its own HOME. Undefined where nothing is left of it there. */
export async function openBegun(
  entry: SessionEntry,
  { signal, stateDirectory = defaultStateDirectory() }: OpenBegunOptions = {},
): Promise<OpenedSession | undefined> {
  const name = agentNames.find((known) => known === entry.agent);
  if (name === undefined) return undefined;
  const agent = agents[name];
  const { sessions } = agent.interpreter;
  const run = begunCli(entry, createSessionRegistry(stateDirectory));
  const home = sessions.home({}, entry.home);
  await checkSessionFolders(sessions.folders(home), entry.home);
  const path = await sessions.find(entry.sessionId, { home, signal, run });
  return path === undefined ? undefined : { path, agent, run };
}
