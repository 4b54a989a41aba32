import { createHash } from 'node:crypto';
import { createReadStream, lstatSync, readlinkSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { namesInSync } from '@dragoman/sandbox';
import { packageOf } from './verify-install.js';

/** What of an install is watched for changes, relative to it. */
type WatchedFolders = readonly string[];

/** To look at so many takes a turn a few milliseconds. */
const MOST_WATCHED = 2000;

const MODULES = 'node_modules';

/**
 * The folders of an install that are watched: all of it, or only the packages of the agent itself where
 * its dependencies have tens of thousands of files, as Gemini CLI's had until 0.20.
 */
export function watchedFolders(
  directory: string,
  { packageName, executable }: { packageName: string; executable: string },
): WatchedFolders {
  let count = 0;
  for (const _entry of entriesOf(directory, [MODULES])) {
    count += 1;
    if (count <= MOST_WATCHED) continue;
    const packages = new Set([packageName, packageOf(executable)]);
    return [...packages].map((name) => join(MODULES, name));
  }
  return [MODULES];
}

/**
 * What can be seen of a tree without reading its files: every entry with its size, inode, mode and times.
 * The time of the last change (ctime) can't be set by who changes a file.
 */
export function stampTree(directory: string, folders: WatchedFolders): string {
  const hash = createHash('sha256');
  for (const { path, status } of entriesOf(directory, folders)) {
    const { size, ino, mode, mtimeMs, ctimeMs } = status;
    // A folder's own size and times say nothing that its entries don't.
    const seen = status.isDirectory() ? [mode] : [size, ino, mode, mtimeMs, ctimeMs];
    hash.update(`${path}\0${seen.join(' ')}\n`);
  }
  return hash.digest('hex');
}

/** The content of a tree: one line per file, as `sha256sum` writes them. */
export async function listContents(directory: string, folders: WatchedFolders): Promise<string> {
  const lines: string[] = [];
  for (const { path, status } of entriesOf(directory, folders)) {
    if (status.isDirectory()) continue;
    const executable = (status.mode & 0o111) === 0 ? ' ' : '*';
    lines.push(`${await hashOf(join(directory, path), status)} ${executable}${path}\n`);
  }
  return lines.join('');
}

export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The files in which two lists of contents differ. */
export function differences(before: string, now: string): readonly string[] {
  const [earlier, later] = [before, now].map((list) => new Set(list.split('\n')));
  const lines = [...(earlier ?? [])].filter((line) => !later?.has(line));
  const added = [...(later ?? [])].filter((line) => !earlier?.has(line));
  return [...new Set([...lines, ...added].map((line) => line.slice(66)))];
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}

async function hashOf(path: string, status: Stats): Promise<string> {
  if (status.isFile()) return hashFile(path);
  // What is neither file nor link doesn't belong in a package.
  return hashText(status.isSymbolicLink() ? `link ${readlinkSync(path)}` : `mode ${status.mode}`);
}

interface Entry {
  readonly path: string;
  readonly status: Stats;
}

/** In an order that doesn't depend on the system. Synchronous: for so few that is several times as fast. */
function* entriesOf(directory: string, folders: WatchedFolders): Generator<Entry> {
  const waiting = [...folders].reverse();
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    // A folder that isn't there any more has nothing in it, which is a change.
    for (const name of [...namesInSync(join(directory, folder))].sort()) {
      const path = `${folder}/${name}`;
      const status = lstatSync(join(directory, path), { throwIfNoEntry: false });
      if (status === undefined) continue;
      if (status.isDirectory()) waiting.push(path);
      yield { path, status };
    }
  }
}
