import { isJsonObject } from '@dragoman/protocol';
import type { LooseEvent } from '@dragoman/protocol/internal';
import { readFileIn } from './held-folder.js';
import type { KeptContents } from './kept-contents.js';
import { diffLines, isBinary } from './line-diff.js';
import { createTimeSlices } from './time-slices.js';

/** Longer ones are named without a diff. */
const LONGEST_CONTENT = 128 * 1024;
const LONGEST_DIFF = 64 * 1024;
/** An agent can edit any number of files, any number of times. */
const MOST_FILES = 500;
const MOST_MS = 5000;

/** Adds diffs to the edits of an agent that only names the files. */
export type AddDiffs = (events: readonly LooseEvent[]) => Promise<readonly LooseEvent[]>;

export interface EditDiffsOptions {
  /** A real path. */
  readonly workspace: string;
  /** The path of the workspace in the sandbox, which is the one that the agent knows. */
  readonly inside: string;
  readonly kept: Pick<KeptContents, 'contentOf'>;
  /** So much time of a turn is for diffs. Later edits have none. */
  readonly mostMilliseconds?: number;
}

/**
 * A diff is between what a file holds after an edit and what it held after the last one, or before the
 * turn. Files are read as the agent runs: no link is followed, and what can't be read has no diff.
 */
export function createEditDiffs(options: EditDiffsOptions): AddDiffs {
  const { workspace, inside, kept, mostMilliseconds = MOST_MS } = options;
  const latest = new Map<string, Buffer>();
  const pause = createTimeSlices();
  let spent = 0;

  const diffOf = (path: string, kind: unknown): string | undefined => {
    const relative = path.startsWith(`${inside}/`) ? path.slice(inside.length + 1) : path;
    if (isOutside(relative)) return undefined;
    const name = Buffer.from(relative).toString('latin1');
    const last = latest.get(name);
    if (last === undefined && latest.size >= MOST_FILES) return undefined;
    const before = last ?? kept.contentOf(name) ?? (kind === 'add' ? EMPTY : undefined);
    const after = kind === 'delete' ? EMPTY : readFileIn(workspace, name, LONGEST_CONTENT);
    if (after === undefined) return undefined;
    latest.set(name, after);
    if (before === undefined || isBinary(before) || isBinary(after)) return undefined;
    const { diff } = diffLines(before, after);
    return diff === '' || diff.length > LONGEST_DIFF ? undefined : diff;
  };

  const withDiff = async (change: unknown): Promise<unknown> => {
    if (!isJsonObject(change) || change.diff !== undefined || change.moved_to !== undefined)
      return change;
    if (typeof change.path !== 'string' || spent >= mostMilliseconds) return change;
    await pause();
    const started = performance.now();
    const diff = diffOf(change.path, change.kind);
    spent += performance.now() - started;
    return diff === undefined ? change : { ...change, diff };
  };

  const withDiffs = async (event: LooseEvent): Promise<LooseEvent> => {
    const { type, status, changes } = event;
    if (type !== 'tool_result' || status !== 'success' || !Array.isArray(changes)) return event;
    return { ...event, changes: await oneByOne(changes, withDiff) };
  };

  return (events) => oneByOne(events, withDiffs);
}

const EMPTY = Buffer.alloc(0);

async function oneByOne<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

function isOutside(path: string): boolean {
  return path.startsWith('/') || path.split('/').some((name) => name === '..' || name === '');
}
