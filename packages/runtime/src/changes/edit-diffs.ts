import { isJsonObject } from '@dragoman/protocol';
import type { LooseEvent } from '@dragoman/protocol/internal';
import { readBytes, withFolder } from './held-folder.js';
import type { KeptContents } from './kept-contents.js';
import { diffLines, isBinary } from './line-diff.js';

/** Longer ones are named without a diff. */
const LONGEST_CONTENT = 128 * 1024;
const LONGEST_DIFF = 64 * 1024;
/** An agent can edit any number of files. */
const MOST_FILES = 500;

/** Adds diffs to the edits of an agent that only names the files. */
export type AddDiffs = (event: LooseEvent) => LooseEvent;

/**
 * A diff is between what a file holds after an edit and what it held after the last one, or before the
 * turn. Files are read as the agent runs: no link is followed, and what can't be read has no diff.
 */
export function createEditDiffs(
  workspace: string,
  kept: Pick<KeptContents, 'contentOf'>,
): AddDiffs {
  const latest = new Map<string, Buffer>();

  const diffOf = (path: string, kind: unknown): string | undefined => {
    const relative = path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path;
    if (latest.size >= MOST_FILES || isOutside(relative)) return undefined;
    const name = Buffer.from(relative).toString('latin1');
    const before = latest.get(name) ?? kept.contentOf(name) ?? (kind === 'add' ? EMPTY : undefined);
    const after = kind === 'delete' ? EMPTY : readFile(workspace, name);
    if (after === undefined || after.length > LONGEST_CONTENT) return undefined;
    latest.set(name, after);
    if (before === undefined || isBinary(before) || isBinary(after)) return undefined;
    const { diff } = diffLines(before, after);
    return diff === '' || diff.length > LONGEST_DIFF ? undefined : diff;
  };

  const withDiff = (change: unknown): unknown => {
    if (!isJsonObject(change) || change.diff !== undefined || change.moved_to !== undefined)
      return change;
    const diff = typeof change.path === 'string' ? diffOf(change.path, change.kind) : undefined;
    return diff === undefined ? change : { ...change, diff };
  };

  return (event) => {
    const { type, status, changes } = event;
    if (type !== 'tool_result' || status !== 'success' || !Array.isArray(changes)) return event;
    return { ...event, changes: changes.map(withDiff) };
  };
}

const EMPTY = Buffer.alloc(0);

function isOutside(path: string): boolean {
  return path.startsWith('/') || path.split('/').some((name) => name === '..' || name === '');
}

function readFile(workspace: string, path: string): Buffer | undefined {
  const slash = path.lastIndexOf('/');
  return withFolder(workspace, path.slice(0, Math.max(0, slash)), ({ pathOf }) =>
    readBytes(pathOf(path.slice(slash + 1)), LONGEST_CONTENT),
  );
}
