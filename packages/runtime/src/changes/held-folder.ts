import { closeSync, constants, openSync, readlinkSync, readSync, type Stats } from 'node:fs';
import { withPlainFile } from '@dragoman/sandbox';

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;

/** A folder of the workspace that is held open, so that nothing in it is reached over a link. */
export interface HeldFolder {
  /** The path of something in it. Names are held one byte a character. */
  pathOf(name: string): string | Buffer;
  close(): void;
}

/**
 * Opens a folder of the workspace. Nothing, where it isn't there or where a link on the way leads
 * elsewhere.
 *
 * @param path from the workspace, one byte a character; empty for the workspace itself
 */
export function holdFolder(workspace: string, path: string): HeldFolder | undefined {
  const whole = path === '' ? workspace : joined(workspace, path);
  let descriptor: number;
  try {
    descriptor = openSync(whole, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  } catch {
    return undefined;
  }
  const close = (): void => closeSync(descriptor);
  // Elsewhere there is no such name of an open folder, and its path is used.
  if (process.platform !== 'linux') return { pathOf: (name) => joined(whole, name), close };
  const held = `/proc/self/fd/${descriptor}`;
  if (leadsTo(held, whole)) return { pathOf: (name) => joined(held, name), close };
  close();
  return undefined;
}

function leadsTo(held: string, whole: string | Buffer): boolean {
  try {
    return readlinkSync(held, 'buffer').equals(Buffer.from(whole));
  } catch {
    return false;
  }
}

/** The bytes of a file of the workspace, as `readBytes`. */
export function readFileIn(workspace: string, path: string, most: number): Buffer | undefined {
  const slash = path.lastIndexOf('/');
  const folder = holdFolder(workspace, path.slice(0, Math.max(0, slash)));
  try {
    return folder && readBytes(folder.pathOf(path.slice(slash + 1)), most);
  } finally {
    folder?.close();
  }
}

/** The bytes of a plain file, if there are no more of them than `most`. No link is followed, no pipe read. */
export function readBytes(path: string | Buffer, most: number): Buffer | undefined {
  try {
    return withPlainFile(path, (descriptor, status) =>
      status.size > most ? undefined : readAll(descriptor, status),
    );
  } catch {
    return undefined;
  }
}

/** Nothing for a file that grows meanwhile. */
function readAll(descriptor: number, { size }: Stats): Buffer | undefined {
  // One more, to see whether it grows. Not from the pool, of which a few bytes would hold 8 KiB.
  const bytes = Buffer.alloc(size + 1);
  let length = 0;
  while (length < bytes.length) {
    const read = readSync(descriptor, bytes, length, bytes.length - length, null);
    if (read === 0) return bytes.subarray(0, length);
    length += read;
  }
  return undefined;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are plain to the system
const PLAIN = /^[\x00-\x7f]*$/;

/** Names are bytes, of any sort. Most are plain, and those are quicker as they are. */
function joined(folder: string | Buffer, path: string): string | Buffer {
  if (typeof folder === 'string' && PLAIN.test(path)) return `${folder}/${path}`;
  return Buffer.concat([Buffer.from(folder), Buffer.from('/'), Buffer.from(path, 'latin1')]);
}
