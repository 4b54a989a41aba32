import { realpath } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { agentNames, agents } from '@dragoman/agents';
import { liesIn } from '@dragoman/sandbox';
import { checkSessionFolders, homesDirectory } from './session-home.js';
import { createSessionRegistry, type SessionEntry } from './session-registry.js';

/** What lies in a HOME of Dragoman's turns at a path that a list shows. */
export interface OwnPath {
  /** Absent: the path belongs to no session that a turn began, as the file of a sub-agent. */
  readonly entry?: SessionEntry;
}

/**
 * The session of a turn that has a path, as a list shows it: that of a file, or of a location in a
 * database. It is found by the registry, never by what the file says, which its agent wrote. Undefined
 * where the path lies in no HOME of Dragoman's turns.
 */
export async function sessionAtPath(
  path: string,
  stateDirectory: string,
): Promise<OwnPath | undefined> {
  const homes = homesDirectory(stateDirectory);
  const roots = [homes, await realpath(homes).catch(() => homes)];
  const wanted = await realpath(path).catch(() => resolve(path));
  const root = roots.find((one) => one !== wanted && liesIn(one, wanted));
  if (root === undefined) return undefined;
  const [name = ''] = relative(root, wanted).split(sep);
  const inside = relative(join(root, name), wanted);
  const entries = await createSessionRegistry(stateDirectory).all();
  for (const entry of entries.filter(({ home }) => home === join(homes, name))) {
    const found = await pathOf(entry);
    if (found !== undefined && relative(entry.home, found) === inside) return { entry };
  }
  return {};
}

async function pathOf({ agent: name, sessionId, home }: SessionEntry): Promise<string | undefined> {
  const known = agentNames.find((one) => one === name);
  if (known === undefined) return undefined;
  const { sessions } = agents[known].interpreter;
  const store = { home: sessions.home({}, home) };
  await checkSessionFolders(sessions.folders(store.home), home);
  return (await sessions.locate?.(sessionId, store)) ?? sessions.find(sessionId, store);
}
