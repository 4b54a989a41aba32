import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createBreather } from '../../sessions/breather.js';
import { createByteFinder } from '../../sessions/byte-finder.js';
import { readLineRuns } from '../../sessions/line-runs.js';
import type { OpenFile } from '../../sessions/open-file.js';
import { type Insertion, readsOf, splicedFile } from '../../sessions/spliced-file.js';

const NAME = /^agent-(.{1,64})\.jsonl$/;
/** An id that leads to no other folder. */
const PLAIN_ID = /^[^/\\:]+$/;

/**
 * A session's file with those of its sub-agents, each behind the line that first names it. From 2.1
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
  const positions = new Map(
    (await agentPositions(file, show)).map(({ agentId, at }) => [agentId, at]),
  );
  const insertions: Insertion[] = [];
  const insert = (path: string, at: number): void => {
    const bytes = sizeOf(path);
    if (bytes > 0) insertions.push({ read: readsOf(path), bytes, at });
  };
  for (const path of filesOf(join(folder, basename(file.path, '.jsonl')))) {
    const agentId = NAME.exec(basename(path))?.[1];
    if (agentId !== undefined) insert(path, positions.get(agentId) ?? file.bytes);
  }
  const breathe = createBreather();
  for (const [agentId, at] of positions) {
    if (PLAIN_ID.test(agentId)) insert(join(folder, `agent-${agentId}.jsonl`), at);
    await breathe();
  }
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

/** The end of the first line of a session that names a sub-agent. */
interface AgentPosition {
  readonly agentId: string;
  readonly at: number;
}

const MARK = '"agentId":"';
const findMark = createByteFinder(MARK, true);
const LONGEST_ID = 64;
const QUOTE = 0x22;
const NEWLINE = 0x0a;

/** Whether a session names a sub-agent. */
export function namesSubAgents(session: Buffer): boolean {
  return session.includes(MARK);
}

/**
 * The sub-agents that a session names, each at its first position. Nothing is parsed. Who looks for
 * something else in the same lines is shown them, and returns false to stop.
 */
export async function agentPositions(
  file: OpenFile,
  show: (run: Buffer) => boolean = () => true,
): Promise<AgentPosition[]> {
  const positions = new Map<string, number>();
  await readLineRuns(file, 0, (run, _isTerminated, start) => {
    if (!show(run)) return false;
    for (let hit = findMark(run, 0); hit !== -1; hit = findMark(run, hit + 1)) {
      const agentId = idAt(run, hit + MARK.length);
      if (agentId === undefined || positions.has(agentId)) continue;
      const newline = run.indexOf(NEWLINE, hit);
      const end = newline === -1 ? run.length : newline;
      positions.set(agentId, Math.min(start + end + 1, file.bytes));
    }
    return true;
  });
  return [...positions].map(([agentId, at]) => ({ agentId, at }));
}

function idAt(bytes: Buffer, at: number): string | undefined {
  const end = bytes.indexOf(QUOTE, at);
  return end === -1 || end === at || end - at > LONGEST_ID
    ? undefined
    : bytes.toString('utf8', at, end);
}
