import { closeSync, lstatSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type HeldFolder, holdFolder, readBytes } from './held-folder.js';
import { createTimeSlices } from './time-slices.js';
import { type FileStatus, isSame, type WorkspaceTree } from './workspace-tree.js';

/** What files of a workspace held, to be compared with what they hold later. */
export interface KeptContents {
  /** Undefined where it was not kept. */
  contentOf(path: string): Buffer | undefined;
  /** Keeps no more, and resolves when nothing is read any more. */
  stop(): Promise<void>;
  /** May be called again. */
  close(): void;
}

interface KeepOptions {
  /** A folder of Dragoman's, for a file that is gone with this process. */
  readonly directory: string;
  readonly isOver?: () => boolean;
  readonly mostBytes?: number;
}

/** Longer files are compared by what the system says of them alone. */
export const longestContent = 512 * 1024;
const MOST_BYTES = 64 * 1024 * 1024;
/** So many are kept before an agent starts, and the others while it does. */
const FIRST_FILES = 2000;
const LINK = 0o120_000;
const KIND = 0o170_000;

interface Kept {
  readonly at: number;
  readonly length: number;
}

/**
 * Copies the content of a tree's files into one file without a name: of all that fit, the small ones
 * first. Resolves when the first are kept; what changes before it is read is not kept.
 */
export async function keepContents(
  workspace: string,
  { files }: Pick<WorkspaceTree, 'files'>,
  options: KeepOptions,
): Promise<KeptContents> {
  const { isOver = () => false, mostBytes = MOST_BYTES } = options;
  const descriptor = openNameless(options.directory);
  const kept = new Map<string, Kept>();
  let end = 0;
  let isStopped = descriptor === undefined;
  let isOpen = true;

  const keepOne = ({ pathOf }: HeldFolder, { path, name, status }: ChosenFile): void => {
    const content = readBytes(pathOf(name), status.size);
    const now = lstatSync(pathOf(name), { throwIfNoEntry: false });
    if (content === undefined || now === undefined || !isSame(now, status)) return;
    if (descriptor === undefined) return;
    const length = writeSync(descriptor, content, 0, content.length, end);
    if (length === status.size) kept.set(path, { at: end, length });
    end += length;
  };

  const keep = async (chosen: readonly ChosenFile[]): Promise<void> => {
    const pause = createTimeSlices();
    for (const [folder, members] of byFolder(chosen)) {
      await pause();
      const held = holdFolder(workspace, folder);
      if (held === undefined) continue;
      try {
        for (const member of members) {
          if (isStopped || isOver()) return;
          keepOne(held, member);
          await pause();
        }
      } catch {
        // The disk is full: no more is kept.
        isStopped = true;
      } finally {
        held.close();
      }
    }
  };

  const all = chosenFrom(files, mostBytes);
  await keep(all.slice(0, FIRST_FILES));
  const others = keep(all.slice(FIRST_FILES));
  return {
    contentOf(path) {
      if (files.get(path)?.size === 0) return Buffer.alloc(0);
      const found = kept.get(path);
      if (found === undefined || descriptor === undefined) return undefined;
      const content = Buffer.alloc(found.length);
      const read = readSync(descriptor, content, 0, found.length, found.at);
      return read === found.length ? content : undefined;
    },
    stop() {
      isStopped = true;
      return others;
    },
    close() {
      if (descriptor !== undefined && isOpen) closeSync(descriptor);
      isOpen = false;
    },
  };
}

/**
 * A file that is gone as soon as nobody has it open, however this process ends. Nothing, where there is
 * no room for one: then lines aren't counted.
 */
function openNameless(directory: string): number | undefined {
  const path = join(directory, 'contents');
  try {
    const descriptor = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    return descriptor;
  } catch {
    return undefined;
  }
}

interface ChosenFile {
  readonly path: string;
  readonly folder: string;
  readonly name: string;
  readonly status: FileStatus;
}

/** The small ones first. */
function chosenFrom(files: ReadonlyMap<string, FileStatus>, mostBytes: number): ChosenFile[] {
  const plain = [...files].filter(
    ([, { size, mode }]) => size > 0 && size <= longestContent && (mode & KIND) !== LINK,
  );
  let bytes = 0;
  return plain
    .sort(([, one], [, other]) => one.size - other.size)
    .filter(([, { size }]) => {
      bytes += size;
      return bytes <= mostBytes;
    })
    .map(([path, status]) => {
      const slash = path.lastIndexOf('/');
      const folder = path.slice(0, Math.max(0, slash));
      return { path, folder, name: path.slice(slash + 1), status };
    });
}

function byFolder(files: readonly ChosenFile[]): Map<string, ChosenFile[]> {
  const folders = new Map<string, ChosenFile[]>();
  for (const file of files) {
    const others = folders.get(file.folder);
    if (others === undefined) folders.set(file.folder, [file]);
    else others.push(file);
  }
  return folders;
}
