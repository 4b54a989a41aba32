import { closeSync, constants, openSync, readlinkSync, readSync } from 'node:fs';

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/** A folder of the workspace that is held open, so that nothing in it is reached over a link. */
export interface HeldFolder {
  /** The path of something in it. Names are held one byte a character. */
  pathOf(name: string): string | Buffer;
}

/**
 * Calls `work` with a folder of the workspace. Nothing, where it isn't there or where a link on the way
 * leads elsewhere.
 *
 * @param path from the workspace, one byte a character; empty for the workspace itself
 */
export function withFolder<Result>(
  workspace: string,
  path: string,
  work: (folder: HeldFolder) => Result,
): Result | undefined {
  const whole = path === '' ? workspace : joined(workspace, path);
  let descriptor: number;
  try {
    descriptor = openSync(whole, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  } catch {
    return undefined;
  }
  try {
    // Elsewhere there is no such name of an open folder, and its path is used.
    if (process.platform !== 'linux') return work({ pathOf: (name) => joined(whole, name) });
    const held = `/proc/self/fd/${descriptor}`;
    if (!readlinkSync(held, 'buffer').equals(Buffer.from(whole))) return undefined;
    return work({ pathOf: (name) => joined(held, name) });
  } finally {
    closeSync(descriptor);
  }
}

/** The bytes of a plain file, if there are no more of them than `most`. No link and no pipe is opened. */
export function readBytes(path: string | Buffer, most: number): Buffer | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const bytes = Buffer.allocUnsafe(most + 1);
    let length = 0;
    while (length <= most) {
      const read = readSync(descriptor, bytes, length, most + 1 - length, null);
      if (read === 0) return bytes.subarray(0, length);
      length += read;
    }
    return undefined;
  } catch {
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are plain to the system
const PLAIN = /^[\x00-\x7f]*$/;

/** Names are bytes, of any sort. Most are plain, and those are quicker as they are. */
function joined(folder: string | Buffer, path: string): string | Buffer {
  if (typeof folder === 'string' && PLAIN.test(path)) return `${folder}/${path}`;
  return Buffer.concat([Buffer.from(folder), Buffer.from('/'), Buffer.from(path, 'latin1')]);
}
