import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { OpenFile } from '../../sessions/open-file.js';
import { agentPositions } from './agent-positions.js';
import { type Insertion, splicedFile } from './spliced-file.js';

const NAME = /^agent-(.{1,64})\.jsonl$/;

/** The file of a sub-agent, and whether it lies in the session's own folder. */
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
  const places = new Map((await agentPositions(file)).map(({ agentId, at }) => [agentId, at]));
  const insertions = files.flatMap(({ path, agentId, isOwn }): Insertion[] => {
    const at = places.get(agentId) ?? (isOwn ? file.bytes : undefined);
    const bytes = sizeOf(path);
    return at === undefined || bytes === 0 ? [] : [{ path, bytes, at }];
  });
  return insertions.length === 0 ? file : splicedFile(file, insertions);
}

/** A folder that isn't there holds none; that one can't be read hides nothing of the session itself. */
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
