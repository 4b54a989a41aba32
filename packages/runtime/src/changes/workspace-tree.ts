import { type Dirent, lstatSync, opendirSync, type Stats } from 'node:fs';
import { basename, join } from 'node:path';
import { statusOf } from '@dragoman/sandbox';
import { type HeldFolder, holdFolder } from './held-folder.js';
import { ignoreFile, ignores, type RuleStack, rulesAbove, rulesIn } from './ignore-stack.js';
import { createTimeSlices } from './time-slices.js';

/** What the system says of a file, or of a link. */
export type FileStatus = Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs' | 'ino' | 'mode'>;

/** The files of a workspace at one time, without what git ignores. Paths are one byte a character. */
export interface WorkspaceTree {
  readonly files: ReadonlyMap<string, FileStatus>;
  /** The folders whose files are in it, with the rules that hold there. */
  readonly folders: ReadonlyMap<string, RuleStack>;
  /** The rules of the user and of the repository that are in no folder of the workspace. */
  readonly outer: RuleStack;
  /** Folders that were not looked into, or not to the end: they can't be listed, or there is too much. */
  readonly unlisted: ReadonlySet<string>;
  /** Whether there is more than is looked at. */
  readonly isCut: boolean;
}

export interface TreeOptions {
  /** A real path. */
  readonly workspace: string;
  /** Folders, by their real paths, that are not looked into. */
  readonly skip?: readonly string[];
  /** An earlier tree. What is in it is looked at, whatever the rules are by now, and its outer rules hold. */
  readonly earlier?: WorkspaceTree | undefined;
  /** Whether what git ignores is left out. Default: true. */
  readonly ignores?: boolean;
  /** Whether nobody wants to know any more. */
  readonly isOver?: () => boolean;
  readonly mostEntries?: number;
  readonly mostMilliseconds?: number;
}

const MOST_ENTRIES = 200_000;
const MOST_MS = 5000;
/** So many names are asked of the system at a time. */
const AT_ONCE = 256;

/** A folder with the rules that hold in it, and those that held there in the earlier tree. */
interface RuledFolder {
  readonly path: string;
  readonly stack: RuleStack;
  readonly earlier: RuleStack;
}

/**
 * Reads which files a workspace has, without opening them. No link is followed. A rule that came with an
 * agent can hide new files, but not its own file, nor what was there before.
 */
export async function readTree(options: TreeOptions): Promise<WorkspaceTree> {
  const { workspace, skip = [], earlier, ignores: isRuled = true, isOver = () => false } = options;
  const { mostEntries = MOST_ENTRIES, mostMilliseconds = MOST_MS } = options;
  const files = new Map<string, FileStatus>();
  const folders = new Map<string, RuleStack>();
  const unlisted = new Set<string>();
  const outer = earlier?.outer ?? (isRuled ? rulesAbove(workspace) : []);
  const waiting: RuledFolder[] = [{ path: '', stack: outer, earlier: [] }];
  const started = performance.now();
  const pause = createTimeSlices();
  let entries = 0;
  let isCut = false;
  const isLate = (): boolean => performance.now() - started > mostMilliseconds || isOver();

  const look = (folder: RuledFolder, held: HeldFolder, entry: Dirent): void => {
    const { name } = entry;
    const path = folder.path === '' ? name : `${folder.path}/${name}`;
    const isFolder = entry.isDirectory();
    if (name === '.git' || (!isFolder && !entry.isFile() && !entry.isSymbolicLink())) return;
    const isKnown = isFolder ? earlier?.folders.has(path) : earlier?.files.has(path);
    const isIgnored = () =>
      ignores(folder.stack, path, isFolder) || ignores(folder.earlier, path, isFolder);
    if (!isKnown && name !== ignoreFile && isIgnored()) return;
    if (isFolder) {
      const isSkipped = skip.includes(join(workspace, shownPath(path)));
      if (!isSkipped) waiting.push({ path, stack: folder.stack, earlier: folder.earlier });
      return;
    }
    const status = lstatSync(held.pathOf(name), { throwIfNoEntry: false });
    if (status?.isFile() || status?.isSymbolicLink()) files.set(path, statusIn(status));
  };

  /** Whether there was time and room for all that is in it. */
  const list = async (waited: RuledFolder, held: HeldFolder): Promise<boolean> => {
    const { path } = waited;
    const own = isRuled ? rulesIn(held, path) : undefined;
    const stack = own === undefined ? waited.stack : [...waited.stack, own];
    const folder = { path, stack, earlier: earlier?.folders.get(path) ?? waited.earlier };
    folders.set(path, stack);
    const listing = opendirSync(held.pathOf('.'), { encoding: 'latin1', bufferSize: AT_ONCE });
    try {
      for (let entry = listing.readSync(); entry !== null; entry = listing.readSync()) {
        isCut ||= entries >= mostEntries || isLate();
        if (isCut) return false;
        entries += 1;
        look(folder, held, entry);
        await pause();
      }
      return true;
    } finally {
      listing.closeSync();
    }
  };

  // More are added on the way.
  for (const folder of waiting) {
    await pause();
    isCut ||= isLate();
    const isLeftOut = isCut || earlier?.unlisted.has(folder.path);
    const held = isLeftOut ? undefined : holdFolder(workspace, folder.path);
    try {
      if (held === undefined || !(await list(folder, held))) unlisted.add(folder.path);
    } catch {
      // One folder that can't be listed hides only what is in it.
      unlisted.add(folder.path);
    } finally {
      held?.close();
    }
  }
  return { files, folders, unlisted, outer, isCut };
}

/** One file, as the only one of its folder. */
export function readFileTree(path: string): WorkspaceTree {
  const status = statusOf(path);
  const isThere = status?.isFile() || status?.isSymbolicLink();
  const name = Buffer.from(basename(path)).toString('latin1');
  return {
    files: new Map(isThere && status ? [[name, statusIn(status)]] : []),
    folders: new Map([['', []]]),
    unlisted: new Set(),
    outer: [],
    isCut: false,
  };
}

/** A path for people: its bytes as what they mean. */
export function shownPath(path: string): string {
  return Buffer.from(path, 'latin1').toString('utf8');
}

/** The time of a change is the kernel's: no command can set it back. */
export function isSame(one: FileStatus, other: FileStatus): boolean {
  return (
    one.ctimeMs === other.ctimeMs &&
    one.mtimeMs === other.mtimeMs &&
    one.size === other.size &&
    one.ino === other.ino &&
    one.mode === other.mode
  );
}

function statusIn({ size, mtimeMs, ctimeMs, ino, mode }: Stats): FileStatus {
  return { size, mtimeMs, ctimeMs, ino, mode };
}
