import type { Stats } from 'node:fs';
import { readSync } from 'node:fs';
import { DragomanError } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import { type IgnoreRules, parseIgnoreRules } from '@dragoman/sandbox';
import { type HeldFolder, holdFolder } from './held-folder.js';

/** What is in the tree of a commit: the modes of its paths. Paths have one character for each byte. */
export interface KnownTree {
  readonly modes: ReadonlyMap<string, string>;
  /** All folders on the way to them. */
  readonly folders: ReadonlySet<string>;
  /** Other repositories in it, with the commit that each is at. */
  readonly submodules: ReadonlyMap<string, string>;
}

export interface TreeVisitor {
  file(path: string, entry: FileEntry): void;
  link(path: string, target: Buffer): void;
}

export interface FileEntry {
  readonly executable: boolean;
  readonly size: number;
  /** Its content, in pieces. */
  pieces(): Iterable<Uint8Array>;
}

export interface WalkOptions {
  readonly directory: string;
  readonly known: KnownTree;
  /** Rules for all of it, beside those of its `.gitignore` files. */
  readonly ignore?: string | undefined;
}

const DEEPEST = 200;
const MOST_ENTRIES = 2_000_000;
const MOST_LEFT_OUT = 100;
const MOST_RULES_BYTES = 1024 * 1024;
const PIECE_BYTES = 256 * 1024;

/**
 * Goes through the files of a workspace without git: all but those that git would ignore, every `.git`,
 * and what is neither file nor link. No link is followed. The result is what had to be left out, at most
 * 100 of it.
 */
export function walkTree(options: WalkOptions, visitor: TreeVisitor): readonly string[] {
  const leftOut: string[] = [];
  const walk: Walk = {
    known: options.known,
    visitor,
    entries: 0,
    leaveOut(path, why) {
      if (leftOut.length < MOST_LEFT_OUT) leftOut.push(`${textOf(path)} (${why})`);
    },
  };
  const root = holdFolder(options.directory);
  try {
    const rules = [{ prefix: '', rules: parseIgnoreRules(options.ignore ?? '') }];
    walkFolder(walk, { folder: root, path: '', depth: 0, rules, ignored: false });
  } finally {
    root.close();
  }
  return leftOut;
}

interface Walk {
  readonly known: KnownTree;
  readonly visitor: TreeVisitor;
  entries: number;
  leaveOut(path: string, why: string): void;
}

interface RulesBelow {
  /** The path of the folder that has them, with a slash at its end. */
  readonly prefix: string;
  readonly rules: IgnoreRules;
}

interface Location {
  readonly folder: HeldFolder;
  /** With a slash at its end, but for the first. */
  readonly path: string;
  readonly depth: number;
  /** The innermost first. */
  readonly rules: readonly RulesBelow[];
  /** Whether git passes by all that it doesn't know already. */
  readonly ignored: boolean;
}

function walkFolder(walk: Walk, location: Location): void {
  const { folder, path } = location;
  const own = folder.read('.gitignore', MOST_RULES_BYTES)?.toString('latin1');
  const rules =
    own === undefined
      ? location.rules
      : [{ prefix: path, rules: parseIgnoreRules(own) }, ...location.rules];
  for (const name of folder.names()) {
    walk.entries += 1;
    if (walk.entries > MOST_ENTRIES) {
      throw new DragomanError(
        'workspace_too_large',
        `The workspace has more than ${MOST_ENTRIES} files, so its files could not be taken one by one.`,
      );
    }
    walkEntry(walk, { ...location, rules }, name);
  }
}

function walkEntry(walk: Walk, location: Location, name: Buffer): void {
  const path = `${location.path}${name.toString('latin1')}`;
  if (isGitsOwn(name)) {
    if (path !== '.git') walk.leaveOut(path, 'it belongs to git');
    return;
  }
  const status = location.folder.status(name);
  if (status === undefined) return;
  const isFolder = status.isDirectory();
  const ignored = location.ignored || isIgnored(location.rules, path, isFolder);
  try {
    if (isFolder) walkInto(walk, { ...location, ignored }, name, path);
    else if (!ignored || walk.known.modes.has(path))
      visit(walk, location.folder, name, path, status);
  } catch (error) {
    if (error instanceof DragomanError) throw error;
    if (!isRefused(error)) throw error;
    walk.leaveOut(path, errorMessage(error));
  }
}

function walkInto(walk: Walk, location: Location, name: Buffer, path: string): void {
  // Another repository that the tree has as such stays what it is there.
  if (walk.known.submodules.has(path)) return;
  if (location.ignored && !walk.known.folders.has(path)) return;
  if (location.depth === DEEPEST) {
    walk.leaveOut(path, 'too deep');
    return;
  }
  const folder = location.folder.folder(name);
  try {
    walkFolder(walk, { ...location, folder, path: `${path}/`, depth: location.depth + 1 });
  } finally {
    folder.close();
  }
}

function visit(walk: Walk, folder: HeldFolder, name: Buffer, path: string, status: Stats): void {
  if (status.isSymbolicLink()) {
    // Git refuses a tree in which this one is a link.
    if (/^\.gitmodules$/i.test(name.toString())) walk.leaveOut(path, 'it is a link');
    else walk.visitor.link(path, folder.link(name));
    return;
  }
  if (!status.isFile()) {
    walk.leaveOut(path, 'it is no file');
    return;
  }
  folder.open(name, (descriptor, { size, mode }) =>
    walk.visitor.file(path, {
      size,
      executable: (mode & 0o100) !== 0,
      pieces: () => piecesOf(descriptor, size, path),
    }),
  );
}

function* piecesOf(descriptor: number, size: number, path: string): Iterable<Uint8Array> {
  const piece = Buffer.alloc(Math.min(PIECE_BYTES, size));
  for (let left = size; left > 0; ) {
    const count = readSync(descriptor, piece, 0, Math.min(left, piece.length), null);
    if (count === 0) {
      throw new DragomanError(
        'workspace_changed',
        `${textOf(path)} became shorter while it was read: something still works in the workspace.`,
      );
    }
    left -= count;
    yield piece.subarray(0, count);
  }
}

function isIgnored(all: readonly RulesBelow[], path: string, isFolder: boolean): boolean {
  for (const { prefix, rules } of all) {
    const verdict = rules.verdict(path.slice(prefix.length), isFolder);
    if (verdict !== undefined) return verdict === 'ignored';
  }
  return false;
}

/** Characters that some file systems pass over in names. */
const PASSED_OVER = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** Whether a name is `.git` to any file system: git refuses trees with such names. */
export function isGitsOwn(name: Buffer): boolean {
  return /^(\.git|git~1)[ .]*([:\\].*)?$/is.test(name.toString().replaceAll(PASSED_OVER, ''));
}

const REFUSED: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'ELOOP', 'ENOENT', 'ENOTDIR']);

function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && REFUSED.has(error.code);
}

function textOf(path: string): string {
  return Buffer.from(path, 'latin1').toString();
}
