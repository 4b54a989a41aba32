import { agentNames, agents } from '@dragoman/agents';
import { defaultStateDirectory } from '@dragoman/sandbox';
import { checkSessionFolders } from '../sessions/session-home.js';
import { createSessionRegistry, type SessionEntry } from '../sessions/session-registry.js';
import { begunCli } from './begun-cli.js';
import type { OpenedSession } from './find-user-session.js';

/** A session that `dragoman exec` began, in its own HOME. Undefined where nothing is left of it there. */
export async function openBegun(
  entry: SessionEntry,
  signal: AbortSignal | undefined,
): Promise<OpenedSession | undefined> {
  const name = agentNames.find((known) => known === entry.agent);
  if (name === undefined) return undefined;
  const agent = agents[name];
  const { sessions } = agent.interpreter;
  const run = begunCli(entry, createSessionRegistry(defaultStateDirectory()));
  const home = sessions.home({}, entry.home);
  await checkSessionFolders(sessions.folders(home), entry.home);
  const path = await sessions.find(entry.sessionId, { home, signal, run });
  return path === undefined ? undefined : { path, agent, run };
}
