import type { ChangesEvent, WorkspaceChange } from '@dragoman/protocol';
import { readFileIn } from './held-folder.js';
import { type KeptContents, longestContent } from './kept-contents.js';
import { diffLines, isBinary } from './line-diff.js';
import { createTimeSlices } from './time-slices.js';
import { type FileStatus, isSame, shownPath, type WorkspaceTree } from './workspace-tree.js';

/** A workspace, or another folder that the agent can write to, before a turn and after it. */
export interface TreePair {
  readonly workspace: string;
  /** What its paths begin with in the event: nothing in a workspace. */
  readonly prefix?: string;
  readonly before: WorkspaceTree;
  readonly after: WorkspaceTree;
  readonly kept: Pick<KeptContents, 'contentOf'>;
  /** How long the diffs may be that come beside the numbers of lines, all together. */
  readonly diffs: number;
  /** So many files are named. Of the others it is said how many there are. */
  readonly mostFiles: number;
}

const MOST_MS = 5000;
const EXECUTABLE = 0o111;
const KIND = 0o170_000;
const PLAIN_FILE = 0o100_000;

type Kind = WorkspaceChange['kind'];

interface Candidate {
  readonly path: string;
  readonly kind: Kind;
  /** Where it is now, if it was moved. */
  readonly target?: string;
}

/** What was created, changed and deleted between two looks at a workspace. */
export async function compareTrees(pair: TreePair): Promise<ChangesEvent> {
  const { before, after, mostFiles } = pair;
  const deadline = performance.now() + MOST_MS;
  const pause = createTimeSlices();
  let diffsLeft = pair.diffs;
  let more = 0;
  const files: WorkspaceChange[] = [];
  for (const candidate of candidatesOf(before, after)) {
    const isFull = files.length >= mostFiles;
    // Numbers are for those that are named. Whether the others changed still has to be known.
    const isRead = performance.now() < deadline && !(isFull && candidate.kind !== 'update');
    const change = isRead ? examined(pair, candidate, diffsLeft) : named(pair, candidate);
    if (change === undefined) continue;
    if (isFull) more += 1;
    else files.push(change);
    diffsLeft -= change.diff?.length ?? 0;
    await pause();
  }
  const isCut = before.isCut || after.isCut;
  const isHidden = [...after.unlisted].some((path) => !before.unlisted.has(path));
  return {
    type: 'changes',
    files,
    ...(more > 0 && { more }),
    ...((isCut || isHidden) && { incomplete: true }),
  };
}

/** All paths that look different, in the order of their names. */
function candidatesOf(before: WorkspaceTree, after: WorkspaceTree): Candidate[] {
  const isHidden = createIsHidden(after.unlisted);
  const isGone = (path: string): boolean => !after.files.has(path) && !isHidden(folderOf(path));
  const gone = new Map<string, string>();
  for (const [path, status] of before.files) if (isGone(path)) gone.set(sameness(status), path);
  const found: Candidate[] = [];
  const moved = new Set<string>();
  for (const [path, status] of after.files) {
    const was = before.files.get(path);
    const source = was === undefined ? gone.get(sameness(status)) : undefined;
    if (source !== undefined) {
      moved.add(source);
      gone.delete(sameness(status));
      found.push({ path: source, kind: 'update', target: path });
    } else if (was === undefined) found.push({ path, kind: 'add' });
    else if (!isSame(was, status)) found.push({ path, kind: 'update' });
  }
  for (const path of before.files.keys()) {
    if (isGone(path) && !moved.has(path)) found.push({ path, kind: 'delete' });
  }
  return found.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** Whether a folder, or one above it, was not looked into. */
function createIsHidden(unlisted: ReadonlySet<string>): (folder: string) => boolean {
  const known = new Map<string, boolean>();
  const isHidden = (folder: string): boolean => {
    const found = known.get(folder);
    if (found !== undefined) return found;
    const hidden = unlisted.has(folder) || (folder !== '' && isHidden(folderOf(folder)));
    known.set(folder, hidden);
    return hidden;
  };
  return isHidden;
}

/** A file that is only moved keeps these. */
function sameness({ ino, size, mtimeMs }: FileStatus): string {
  return `${ino} ${size} ${mtimeMs}`;
}

function named({ prefix = '' }: TreePair, { path, kind, target }: Candidate): WorkspaceChange {
  return {
    path: prefix + shownPath(path),
    kind,
    ...(target !== undefined && { moved_to: prefix + shownPath(target) }),
  };
}

/** Nothing for a file that holds what it held. */
function examined(
  pair: TreePair,
  candidate: Candidate,
  diffsLeft: number,
): WorkspaceChange | undefined {
  const { workspace, before, after, kept } = pair;
  const { path, kind, target = path } = candidate;
  if (target !== path) return named(pair, candidate);
  const [was, is] = [before.files.get(path), after.files.get(path)];
  if (!isPlain(was) || !isPlain(is)) return named(pair, candidate);
  const old = kind === 'add' ? Buffer.alloc(0) : kept.contentOf(path);
  const young = kind === 'delete' ? Buffer.alloc(0) : readFileIn(workspace, path, longestContent);
  if (old === undefined || young === undefined) return named(pair, candidate);
  if (kind === 'update' && old.equals(young))
    return isSwitched(was, is) ? named(pair, candidate) : undefined;
  if (isBinary(old) || isBinary(young)) return { ...named(pair, candidate), binary: true };
  const { added, removed, diff } = diffLines(old, young);
  return { ...named(pair, candidate), added, removed, ...(diff.length <= diffsLeft && { diff }) };
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** A link has no lines. What isn't there doesn't count. */
function isPlain(status: FileStatus | undefined): boolean {
  return status === undefined || (status.mode & KIND) === PLAIN_FILE;
}

/** Whether a file became a program, or is none any more. */
function isSwitched(was: FileStatus | undefined, is: FileStatus | undefined): boolean {
  return ((was?.mode ?? 0) & EXECUTABLE) !== ((is?.mode ?? 0) & EXECUTABLE);
}
