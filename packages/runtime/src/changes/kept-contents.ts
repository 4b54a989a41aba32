import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTick } from 'node:timers/promises';
import { readBytes, withFolder } from './held-folder.js';
import type { FileStatus, WorkspaceTree } from './workspace-tree.js';

/** What files of a workspace held, to be compared with what they hold later. */
export interface KeptContents {
  /** Undefined where it was not kept. */
  contentOf(path: string): Buffer | undefined;
  close(): void;
}

interface KeepOptions {
  /** A folder of Dragoman's, for a file that is gone with this process. */
  readonly directory: string;
  readonly isOver?: () => boolean;
  readonly mostBytes?: number;
  readonly mostMilliseconds?: number;
}

/** Longer files are compared by what the system says of them alone. */
export const longestContent = 512 * 1024;
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_MS = 2000;
const SLICE_MS = 10;
const LINK = 0o120_000;
const KIND = 0o170_000;

interface Kept {
  readonly at: number;
  readonly length: number;
}

/**
 * Copies the content of a tree's files into one file without a name: of all that fit, the small ones
 * first.
 */
export async function keepContents(
  workspace: string,
  { files }: Pick<WorkspaceTree, 'files'>,
  options: KeepOptions,
): Promise<KeptContents> {
  const { isOver = () => false, mostBytes = MOST_BYTES, mostMilliseconds = MOST_MS } = options;
  const descriptor = openNameless(options.directory);
  if (descriptor === undefined) return { contentOf: () => undefined, close: () => {} };
  const kept = new Map<string, Kept>();
  const started = performance.now();
  let sliceEnd = started + SLICE_MS;
  let end = 0;
  try {
    for (const [folder, names] of byFolder(chosen(files, mostBytes))) {
      const now = performance.now();
      if (now - started > mostMilliseconds || isOver()) break;
      withFolder(workspace, folder, ({ pathOf }) => {
        for (const { path, name, size } of names) {
          const content = readBytes(pathOf(name), size);
          if (content === undefined || content.length !== size) continue;
          kept.set(path, { at: end, length: writeSync(descriptor, content, 0, size, end) });
          end += size;
        }
      });
      if (now > sliceEnd) {
        await nextTick();
        sliceEnd = performance.now() + SLICE_MS;
      }
    }
  } catch {
    // A disk that is full keeps less.
  }
  return {
    contentOf(path) {
      if (files.get(path)?.size === 0) return Buffer.alloc(0);
      const found = kept.get(path);
      if (found === undefined || found.length !== files.get(path)?.size) return undefined;
      const content = Buffer.alloc(found.length);
      return readSync(descriptor, content, 0, found.length, found.at) === found.length
        ? content
        : undefined;
    },
    close: () => closeSync(descriptor),
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

function chosen(files: ReadonlyMap<string, FileStatus>, mostBytes: number): [string, number][] {
  const plain = [...files].flatMap(([path, { size, mode }]): [string, number][] =>
    size > 0 && size <= longestContent && (mode & KIND) !== LINK ? [[path, size]] : [],
  );
  let bytes = 0;
  return plain
    .sort(([, one], [, other]) => one - other)
    .filter(([, size]) => {
      bytes += size;
      return bytes <= mostBytes;
    });
}

interface ChosenFile {
  readonly path: string;
  readonly name: string;
  readonly size: number;
}

function byFolder(files: readonly [string, number][]): Map<string, ChosenFile[]> {
  const folders = new Map<string, ChosenFile[]>();
  for (const [path, size] of files) {
    const slash = path.lastIndexOf('/');
    const folder = slash === -1 ? '' : path.slice(0, slash);
    const file = { path, name: path.slice(slash + 1), size };
    const others = folders.get(folder);
    if (others === undefined) folders.set(folder, [file]);
    else others.push(file);
  }
  return folders;
}
