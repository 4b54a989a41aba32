import { createByteFinder } from '../../sessions/byte-finder.js';
import { readLineRuns } from '../../sessions/line-runs.js';
import type { OpenFile } from '../../sessions/open-file.js';

const LONGEST_ID = 64;
const QUOTE = 0x22;
const NEWLINE = 0x0a;

/** Finds ids behind a mark such as `"agentId":"`: of each, the end of the first line that has it. */
export type FindMentions = (
  file: OpenFile,
  options?: {
    /** Is shown all lines, until it returns false. */
    readonly show?: ((run: Buffer) => boolean) | undefined;
    readonly isWanted?: (id: string) => boolean;
  },
) => Promise<ReadonlyMap<string, number>>;

/** A search for the ids behind a mark. Nothing is parsed. */
export function createMentionFinder(mark: string): FindMentions {
  const findMark = createByteFinder(mark, true);
  return async (file, { show = () => true, isWanted = () => true } = {}) => {
    const positions = new Map<string, number>();
    await readLineRuns(file, 0, (run, _isTerminated, start) => {
      if (!show(run)) return false;
      for (let hit = findMark(run, 0); hit !== -1; hit = findMark(run, hit + 1)) {
        const id = idAt(run, hit + mark.length);
        if (id === undefined || positions.has(id) || !isWanted(id)) continue;
        const newline = run.indexOf(NEWLINE, hit);
        const end = newline === -1 ? run.length : newline;
        positions.set(id, Math.min(start + end + 1, file.bytes));
      }
      return true;
    });
    return positions;
  };
}

function idAt(bytes: Buffer, at: number): string | undefined {
  const end = bytes.indexOf(QUOTE, at);
  return end === -1 || end === at || end - at > LONGEST_ID
    ? undefined
    : bytes.toString('utf8', at, end);
}
