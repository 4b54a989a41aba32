import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { OpenFile } from '../../sessions/open-file.js';
import { readChunks } from '../../sessions/read-chunks.js';
import { type Insertion, splicedFile } from './spliced-file.js';

const NAME = /^agent-(.{1,64})\.jsonl$/;

/** The file of a sub-agent, and whether it lies in the folder of the session. */
interface AgentFile {
  readonly path: string;
  readonly agentId: string;
  readonly isOwn: boolean;
}

/**
 * A session's file with those of its sub-agents, each behind the line that first names it. From 2.1
 * on they lie in a folder of the session; before, beside all sessions, where only those count that
 * the session names.
 */
export async function withSubAgents(file: OpenFile): Promise<OpenFile> {
  const folder = dirname(file.path);
  const own = join(folder, basename(file.path, '.jsonl'), 'subagents');
  const files = [...agentFiles(own, true), ...agentFiles(folder, false)];
  if (files.length === 0) return file;
  const positions = new Map((await agentPositions(file)).map(({ agentId, at }) => [agentId, at]));
  const insertions = files.flatMap(({ path, agentId, isOwn }): Insertion[] => {
    const at = positions.get(agentId) ?? (isOwn ? file.bytes : undefined);
    const bytes = sizeOf(path);
    return at === undefined || bytes === 0 ? [] : [{ path, bytes, at }];
  });
  return insertions.length === 0 ? file : splicedFile(file, insertions);
}

/** A folder that isn't there holds none. One that can't be read hides nothing of the session. */
function agentFiles(folder: string, isOwn: boolean): AgentFile[] {
  try {
    return readdirSync(folder)
      .sort()
      .flatMap((name): AgentFile[] => {
        const agentId = NAME.exec(name)?.[1];
        return agentId === undefined ? [] : [{ path: join(folder, name), agentId, isOwn }];
      });
  } catch {
    return [];
  }
}

function sizeOf(path: string): number {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true ? stats.size : 0;
  } catch {
    return 0;
  }
}

/** The end of the first line of a session that names a sub-agent. */
interface AgentPosition {
  readonly agentId: string;
  readonly at: number;
}

const MARK = Buffer.from('"agentId":"');
const LONGEST_ID = 64;
const QUOTE = 0x22;
const NEWLINE = 0x0a;

/** Whether a session names a sub-agent. */
export function namesSubAgents(session: Buffer): boolean {
  return session.includes(MARK);
}

/** The sub-agents that a session names, each at its first position. Nothing is parsed. */
export async function agentPositions(
  file: OpenFile,
  chunkBytes?: number,
): Promise<AgentPosition[]> {
  const positions: AgentPosition[] = [];
  const known = new Set<string>();
  /** Those that the present line names. */
  let open: string[] = [];
  let rest = Buffer.alloc(0);
  let start = 0;

  const endLine = (at: number): void => {
    for (const agentId of open) positions.push({ agentId, at });
    open = [];
  };

  const look = (bytes: Buffer, isLast: boolean): number => {
    // A mark that is cut off is read again together with what follows.
    const end = isLast ? bytes.length : bytes.length - MARK.length - LONGEST_ID;
    let seen = 0;
    for (
      let hit = bytes.indexOf(MARK);
      hit !== -1 && hit < end;
      hit = bytes.indexOf(MARK, hit + 1)
    ) {
      const newline = open.length === 0 ? -1 : bytes.indexOf(NEWLINE, seen);
      if (newline !== -1 && newline < hit) endLine(start + newline + 1);
      const agentId = idAt(bytes, hit + MARK.length);
      seen = hit;
      if (agentId === undefined || known.has(agentId)) continue;
      known.add(agentId);
      open.push(agentId);
    }
    const newline = open.length === 0 ? -1 : bytes.indexOf(NEWLINE, seen);
    if (newline !== -1 && newline < Math.max(end, 0)) endLine(start + newline + 1);
    return Math.max(0, end);
  };

  for await (const chunk of readChunks(file, 0, file.bytes, { chunkBytes })) {
    const bytes = Buffer.concat([rest, chunk]);
    const done = look(bytes, false);
    start += done;
    rest = Buffer.from(bytes.subarray(done));
  }
  look(rest, true);
  endLine(file.bytes);
  return positions;
}

function idAt(bytes: Buffer, at: number): string | undefined {
  const end = bytes.indexOf(QUOTE, at);
  return end === -1 || end === at || end - at > LONGEST_ID
    ? undefined
    : bytes.toString('utf8', at, end);
}
