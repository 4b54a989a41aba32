import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setImmediate as nextTick } from 'node:timers/promises';
import { type IgnoreRules, parseIgnoreRules } from './gitignore.js';
import { type HeldFolder, readBytes, withFolder } from './held-folder.js';

/** What the system says of a file, or of a link. */
export type FileStatus = Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs' | 'ino' | 'mode'>;

/** The files of a workspace at one time, without what git ignores. Paths are one byte a character. */
export interface WorkspaceTree {
  readonly files: ReadonlyMap<string, FileStatus>;
  /** The folders whose files are in it, with the rules that hold there. */
  readonly folders: ReadonlyMap<string, RuleStack>;
  /** Folders that were not looked into: they can't be listed, or there is too much. */
  readonly unlisted: ReadonlySet<string>;
  /** Whether there is more than is looked at. */
  readonly isCut: boolean;
}

export interface TreeOptions {
  /** A real path. */
  readonly workspace: string;
  /** Folders, by their real paths, that are not looked into. */
  readonly skip?: readonly string[];
  /** An earlier tree. What is in it is looked at, whatever the rules are by now. */
  readonly earlier?: WorkspaceTree | undefined;
  /** Whether nobody wants to know any more. */
  readonly isOver?: () => boolean;
  readonly mostEntries?: number;
  readonly mostMilliseconds?: number;
}

/** Rules with the folder that they are relative to: those of the workspace are empty, those above it `..`. */
type RuleStack = readonly { readonly base: string; readonly rules: IgnoreRules }[];

const MOST_ENTRIES = 200_000;
const MOST_MS = 5000;
/** Others wait for the event loop, too. */
const SLICE_MS = 10;
const LONGEST_RULES = 256 * 1024;
const RULES = '.gitignore';

interface WaitingFolder {
  readonly path: string;
  readonly stack: RuleStack;
  readonly earlier: RuleStack;
}

/**
 * Reads which files a workspace has, without opening them. No link is followed. A rule that came with an
 * agent can hide new files, but not its own file, nor what was there before.
 */
export async function readTree(options: TreeOptions): Promise<WorkspaceTree> {
  const { workspace, skip = [], earlier, isOver = () => false } = options;
  const { mostEntries = MOST_ENTRIES, mostMilliseconds = MOST_MS } = options;
  const files = new Map<string, FileStatus>();
  const folders = new Map<string, RuleStack>();
  const unlisted = new Set<string>();
  const outer = rulesAbove(workspace);
  const waiting: WaitingFolder[] = [{ path: '', stack: outer, earlier: [] }];
  const started = performance.now();
  let sliceEnd = started + SLICE_MS;
  let entries = 0;
  let isCut = false;

  const list = (folder: WaitingFolder, held: HeldFolder): boolean => {
    const names = readdirSync(held.pathOf('.'), { withFileTypes: true, encoding: 'latin1' });
    entries += names.length;
    const own = names.some((entry) => entry.name === RULES && entry.isFile());
    const stack = own ? [...folder.stack, rulesIn(held, folder.path)] : folder.stack;
    const before = earlier?.folders.get(folder.path) ?? folder.earlier;
    folders.set(folder.path, stack);
    for (const entry of names) {
      const path = folder.path === '' ? entry.name : `${folder.path}/${entry.name}`;
      const isFolder = entry.isDirectory();
      if (entry.name === '.git' || (!isFolder && !entry.isFile() && !entry.isSymbolicLink()))
        continue;
      const isKnown = isFolder ? earlier?.folders.has(path) : earlier?.files.has(path);
      const isIgnored = () => ignores(stack, path, isFolder) || ignores(before, path, isFolder);
      if (!isKnown && entry.name !== RULES && isIgnored()) continue;
      if (isFolder) {
        if (!skip.includes(join(workspace, shownPath(path)))) {
          waiting.push({ path, stack, earlier: before });
        }
        continue;
      }
      const status = lstatSync(held.pathOf(entry.name), { throwIfNoEntry: false });
      if (status?.isFile() || status?.isSymbolicLink()) files.set(path, statusIn(status));
    }
    return true;
  };

  for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
    const now = performance.now();
    const looked = folder;
    isCut ||= entries > mostEntries || now - started > mostMilliseconds || isOver();
    const isLeftOut = isCut || earlier?.unlisted.has(folder.path);
    const isListed =
      !isLeftOut &&
      unlessRefused(() => withFolder(workspace, looked.path, (held) => list(looked, held)));
    if (!isListed) unlisted.add(folder.path);
    if (now > sliceEnd) {
      await nextTick();
      sliceEnd = performance.now() + SLICE_MS;
    }
  }
  return { files, folders, unlisted, isCut };
}

/** One folder that can't be listed hides only what is in it. */
function unlessRefused(list: () => boolean | undefined): boolean {
  try {
    return list() ?? false;
  } catch {
    return false;
  }
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

function ignores(stack: RuleStack, path: string, isFolder: boolean): boolean {
  for (let at = stack.length - 1; at >= 0; at -= 1) {
    const { base, rules } = stack[at] ?? { base: '', rules: parseIgnoreRules('') };
    const verdict = rules.verdict(relativeTo(base, path), isFolder);
    if (verdict !== undefined) return verdict === 'ignored';
  }
  return false;
}

/** `base` is a folder in the workspace, or `/` and what leads from a folder above it to the workspace. */
function relativeTo(base: string, path: string): string {
  if (base.startsWith('/')) return `${base.slice(1)}/${path}`;
  return base === '' ? path : path.slice(base.length + 1);
}

function rulesIn(held: HeldFolder, base: string): RuleStack[number] {
  const text = readBytes(held.pathOf(RULES), LONGEST_RULES)?.toString('latin1') ?? '';
  return { base, rules: parseIgnoreRules(text) };
}

/**
 * The user's own rules, and where the workspace is in a repository those of its folders above the
 * workspace. Later ones count for more.
 */
function rulesAbove(workspace: string): RuleStack {
  const root = repositoryOf(workspace);
  const inRoot = root === undefined ? '' : baseOf(root, workspace);
  const config = process.env.XDG_CONFIG_HOME || join(homedir(), '.config');
  const found = [readRules(join(config, 'git', 'ignore'), inRoot)];
  if (root === undefined) return found.flat();
  found.push(readRules(join(root, '.git', 'info', 'exclude'), inRoot));
  const above: string[] = [];
  for (let folder = workspace; folder !== root; folder = dirname(folder))
    above.unshift(dirname(folder));
  for (const folder of above) {
    found.push(readRules(join(folder, RULES), baseOf(folder, workspace)));
  }
  return found.flat();
}

function baseOf(folder: string, workspace: string): string {
  const way = Buffer.from(relative(folder, workspace)).toString('latin1');
  return way === '' ? '' : `/${way}`;
}

/** The nearest folder, from the workspace upwards, that git takes for a repository's. */
function repositoryOf(workspace: string): string | undefined {
  for (let folder = workspace; ; folder = dirname(folder)) {
    const status = lstatSync(join(folder, '.git'), { throwIfNoEntry: false });
    if (status?.isDirectory() || status?.isFile()) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

function readRules(path: string, base: string): RuleStack {
  const text = readBytes(path, LONGEST_RULES)?.toString('latin1');
  return text === undefined ? [] : [{ base, rules: parseIgnoreRules(text) }];
}
