import type { OpenFile } from '../../sessions/open-file.js';
import { readChunks } from '../../sessions/read-chunks.js';

/** Where a session tells of a sub-agent: at the end of the first line that names it. */
export interface AgentPosition {
  readonly agentId: string;
  readonly at: number;
}

const MARK = Buffer.from('"agentId":"');
const LONGEST_ID = 64;
const QUOTE = 0x22;
const NEWLINE = 0x0a;

/** The sub-agents that a session names, each where it is named first. Nothing is parsed. */
export async function agentPositions(
  file: OpenFile,
  chunkBytes?: number,
): Promise<AgentPosition[]> {
  const places: AgentPosition[] = [];
  const known = new Set<string>();
  /** Those named in a line whose end is still to come. */
  let open: string[] = [];
  let rest = Buffer.alloc(0);
  let start = 0;

  const endLine = (at: number): void => {
    for (const agentId of open) places.push({ agentId, at });
    open = [];
  };

  const look = (bytes: Buffer, isLast: boolean): number => {
    // A mark that is cut off is looked at again together with what follows.
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
  return places;
}

function idAt(bytes: Buffer, at: number): string | undefined {
  const end = bytes.indexOf(QUOTE, at);
  return end === -1 || end === at || end - at > LONGEST_ID
    ? undefined
    : bytes.toString('utf8', at, end);
}
