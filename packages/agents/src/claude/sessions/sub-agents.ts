import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createBreather } from '../../sessions/breather.js';
import type { OpenFile } from '../../sessions/open-file.js';
import { type Insertion, readsOf, splicedFile } from '../../sessions/spliced-file.js';
import { createMentionFinder } from './first-mentions.js';
import { type Placed, placeUnnamed } from './place-unnamed.js';

const NAME = /^agent-(.{1,64})\.jsonl$/;
/** An id that leads to no other folder. */
const PLAIN_ID = /^[^/\\:]+$/;

/**
 * A session's file with those of its sub-agents, each behind the line that first names it or calls it. From 2.1
 * on they lie in a folder of the session; before, beside all sessions, where only those count that
 * the session names. They are looked for by name: there may be thousands beside them. An agent could
 * make links there, so none is followed.
 *
 * @param show is shown all lines of the session's file, until it returns false: sub-agents that are only
 * named behind those lines are then not looked for.
 */
export async function withSubAgents(
  file: OpenFile,
  show?: (run: Buffer) => boolean,
): Promise<OpenFile> {
  const folder = dirname(file.path);
  const positions = await findAgents(file, { show });
  const insertions: Insertion[] = [];
  const insert = (path: string, at: number): void => {
    const bytes = sizeOf(path);
    if (bytes > 0) insertions.push({ read: readsOf(path), bytes, at });
  };
  const named: Placed[] = [];
  const unnamed: string[] = [];
  for (const path of filesOf(join(folder, basename(file.path, '.jsonl')))) {
    const agentId = NAME.exec(basename(path))?.[1];
    const at = positions.get(agentId ?? '');
    if (agentId !== undefined && at === undefined) unnamed.push(path);
    else if (at !== undefined) named.push([path, at]);
  }
  for (const [path, at] of await placeUnnamed(file, named, unnamed)) insert(path, at);
  const breathe = createBreather();
  const isFound = new Set(named.map(([path]) => basename(path)));
  const elsewhere: Placed[] = [];
  for (const [agentId, at] of positions) {
    const name = `agent-${agentId}.jsonl`;
    if (!PLAIN_ID.test(agentId) || isFound.has(name)) continue;
    const path = join(folder, name);
    if (sizeOf(path) > 0) insert(path, at);
    else elsewhere.push([name, at]);
    await breathe();
  }
  for (const [path, at] of await filesOfOrigins(folder, elsewhere)) insert(path, at);
  return insertions.length === 0 ? file : splicedFile(file, insertions);
}

/**
 * The files in the folder of a session's sub-agents. One that isn't there, or is a link, holds none;
 * one that can't be read hides nothing of the session.
 */
function filesOf(session: string): string[] {
  const folder = join(session, 'subagents');
  if (![session, folder].every((path) => statsOf(path)?.isDirectory() === true)) return [];
  try {
    return readdirSync(folder)
      .sort()
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/**
 * A fork names the sub-agents of its origin, whose files stay in the folder of that. Nothing in it names
 * the origin, so the folders of all sessions beside it are looked into.
 */
async function filesOfOrigins(folder: string, wanted: readonly Placed[]): Promise<Placed[]> {
  if (wanted.length === 0) return [];
  const left = new Map(wanted);
  const found: Placed[] = [];
  const breathe = createBreather();
  for (const session of foldersIn(folder)) {
    if (left.size === 0) break;
    const subAgents = join(session, 'subagents');
    if (statsOf(subAgents)?.isDirectory() !== true) continue;
    for (const [name, at] of left) {
      const path = join(subAgents, name);
      if (sizeOf(path) === 0) continue;
      found.push([path, at]);
      left.delete(name);
    }
    await breathe();
  }
  return found;
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(folder, name))
      .sort();
  } catch {
    return [];
  }
}

function sizeOf(path: string): number {
  const stats = statsOf(path);
  return stats?.isFile() === true ? stats.size : 0;
}

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

const MARK = '"agentId":"';

/** The sub-agents that a session names, each behind the line that first does so. */
export const findAgents = createMentionFinder(MARK);

/** Whether a session names a sub-agent. */
export function namesSubAgents(session: Buffer): boolean {
  return session.includes(MARK);
}
