import { agents } from '@dragoman/agents';
import { checkSessionFolders, createSessionRegistry } from '@dragoman/runtime/internal';
import { defaultStateDirectory } from '@dragoman/sandbox';
import type { ChosenAgent } from '../chosen-agent.js';
import { begunCli } from './begun-cli.js';
import type { FoundSession } from './find-session.js';

/** A session that `dragoman exec` began, by its whole id. It is in its own HOME. */
export async function findBegun(
  wanted: string,
  candidates: readonly ChosenAgent[],
  signal: AbortSignal,
): Promise<FoundSession | undefined> {
  const book = createSessionRegistry(defaultStateDirectory());
  for (const { name } of candidates) {
    const agent = agents[name];
    const entry = await book.find(name, wanted);
    if (entry === undefined) continue;
    const { sessions } = agent.interpreter;
    const run = begunCli(entry, book);
    const home = sessions.home({}, entry.home);
    await checkSessionFolders(sessions.folders(home), entry.home);
    const path = await sessions.find(wanted, { home, signal, run });
    if (path !== undefined) return { path, agent, run };
  }
  return undefined;
}
