import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, sep } from 'node:path';
import { errorCode, reasonOf } from '@dragoman/protocol/internal';
import type { SessionLayout } from './session-format.js';
import type { StoreOptions } from './session-store.js';

/** A file that is named as an agent names its sessions. */
export interface SessionFile {
  readonly path: string;
  readonly name: string;
  readonly id: string;
  readonly archived: boolean;
}

/** A folder in which there may be sessions. */
export interface ClosedSessions extends ClosedFolder {
  readonly archived: boolean;
}

interface SessionFiles {
  /** In no order. */
  readonly files: readonly SessionFile[];
  /** The folders that can't be read. */
  readonly closed: readonly ClosedSessions[];
}

export type SessionFilesOptions = StoreOptions & Pick<WalkOptions<SessionFile>, 'readFolder'>;

/** The session files of an agent's folder, by their names: none is opened. */
export async function sessionFiles(
  layout: SessionLayout,
  { home, ...options }: SessionFilesOptions,
): Promise<SessionFiles> {
  const folders = layout.folders(home);
  const archives = new Set(folders.filter(({ archived }) => archived).map(({ path }) => path));
  const { files, closed } = await walkFolders(
    folders.map(({ path }) => path),
    {
      ...options,
      depth: layout.depth,
      toFound: ({ path, name, root }): SessionFile | undefined => {
        const id = layout.idOf(name, path);
        return id === undefined ? undefined : { path, name, id, archived: archives.has(root) };
      },
    },
  );
  return {
    files: layout.choose?.(files) ?? files,
    closed: closed.map((folder) => ({ ...folder, archived: archives.has(folder.root) })),
  };
}

interface WalkOptions<Found> {
  /** How deep folders may lie in the first ones. */
  readonly depth: number;
  /** What a file is taken for; undefined for one that isn't wanted. There may be very many. */
  readonly toFound: (file: WalkedFile) => Found | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly readFolder?: ((path: string) => Promise<Dirent[]>) | undefined;
}

/** A file, and in which of the first folders it was found. */
interface WalkedFile {
  readonly path: string;
  readonly name: string;
  readonly root: string;
}

/** A folder that can't be read, and why. */
interface ClosedFolder {
  readonly path: string;
  readonly name: string;
  readonly root: string;
  readonly problem: string;
}

interface Walked<Found> {
  readonly files: readonly Found[];
  readonly closed: readonly ClosedFolder[];
}

/** Something in a folder, and how deep a folder may still lie in it. */
interface Entry extends WalkedFile {
  readonly depth: number;
}

/**
 * The files in some folders and the folders in them, each real file once: links are followed last,
 * and only to folders not yet visited, so that none leads in a circle. A folder that can't be read
 * doesn't hide the others.
 */
export async function walkFolders<Found>(
  roots: readonly string[],
  options: WalkOptions<Found>,
): Promise<Walked<Found>> {
  const { depth: deepest, toFound, signal, readFolder = readEntries } = options;
  const files: Found[] = [];
  const closed: ClosedFolder[] = [];
  const links: Entry[] = [];
  const linkedFiles: Entry[] = [];
  const visited = new Set<string>();

  /** What is in a folder that hasn't been visited. */
  const enter = async ({ path, name, root }: WalkedFile): Promise<Dirent[]> => {
    try {
      const real = await realpath(path);
      if (visited.has(real)) return [];
      visited.add(real);
      return await readFolder(path);
    } catch (error) {
      if (!isGone(error)) closed.push({ path, name, root, problem: closedBecause(error) });
      return [];
    }
  };

  const visit = async (folder: Entry): Promise<void> => {
    signal?.throwIfAborted();
    const { root } = folder;
    const depth = folder.depth - 1;
    for (const entry of await enter(folder)) {
      const { name } = entry;
      // Not joined: the folder's path is normal already, and there may be a hundred thousand.
      const found = { path: folder.path + sep + name, name, root, depth };
      if (entry.isSymbolicLink()) links.push(found);
      else if (!entry.isDirectory()) take(found);
      else if (depth >= 0) await visit(found);
    }
  };

  const take = (file: WalkedFile): void => {
    const found = toFound(file);
    if (found !== undefined) files.push(found);
  };

  const follow = async (link: Entry): Promise<void> => {
    const target = await stat(link.path).catch(() => undefined);
    if (target?.isDirectory() !== true) linkedFiles.push(link);
    else if (link.depth >= 0) await visit(link);
  };

  const isWanted = (path: string, root: string): boolean =>
    toFound({ path, name: basename(path), root }) !== undefined;

  const takeLinked = async (link: Entry): Promise<void> => {
    // What leads nowhere is taken by its name: opening it says why.
    const real = await realpath(link.path).catch(() => link.path);
    const isSeen = visited.has(dirname(real)) && isWanted(real, link.root);
    if (real !== link.path && (isSeen || visited.has(real))) return;
    visited.add(real);
    take(link);
  };

  for (const root of roots) await visit({ path: root, name: basename(root), root, depth: deepest });
  // Grows while it is gone through: folders behind links may hold more of them.
  for (const link of links) await follow(link);
  for (const link of linkedFiles) await takeLinked(link);
  return { files, closed };
}

function readEntries(path: string): Promise<Dirent[]> {
  return readdir(path, { withFileTypes: true });
}

/** What isn't there, or is no folder, holds nothing. */
function isGone(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '');
}

function closedBecause(error: unknown): string {
  return `The folder can't be read: ${reasonOf(error)}.`;
}
