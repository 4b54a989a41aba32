import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  type Stats,
} from 'node:fs';
import { heldPath, withPlainFile } from '@dragoman/sandbox';

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;

/**
 * A folder in which nothing is trusted, held open while it is read: no link is followed on the way to it
 * or in it. Names are bytes, not always text.
 */
export interface HeldFolder {
  names(): readonly Buffer[];
  status(name: Buffer | string): Stats | undefined;
  /** Throws what it can't be opened with. */
  folder(name: Buffer | string): HeldFolder;
  /** A file, if it is a plain one of at most so many bytes. */
  read(name: Buffer | string, maxBytes: number): Buffer | undefined;
  /** Calls `work` with a plain file that is open. */
  open<Result>(
    name: Buffer | string,
    work: (descriptor: number, status: Stats) => Result,
  ): Result | undefined;
  link(name: Buffer | string): Buffer;
  close(): void;
}

/** Throws where it is no folder. */
export function holdFolder(path: string): HeldFolder {
  return held(Buffer.from(path));
}

function held(path: Buffer): HeldFolder {
  const descriptor = openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  const own = Buffer.from(`${heldPath(descriptor, path.toString('latin1'))}/`, 'latin1');
  const below = (name: Buffer | string) => Buffer.concat([own, Buffer.from(name)]);
  return {
    names: () => readdirSync(own, { encoding: 'buffer' }).sort(Buffer.compare),
    status: (name) => statusOf(below(name)),
    folder: (name) => held(below(name)),
    open: (name, work) => withPlainFile(below(name), work),
    read(name, maxBytes) {
      try {
        return withPlainFile(below(name), (file, { size }) =>
          size > maxBytes ? undefined : readFileSync(file),
        );
      } catch {
        // It isn't there, or is a link.
        return undefined;
      }
    },
    link: (name) => readlinkSync(below(name), { encoding: 'buffer' }),
    close: () => closeSync(descriptor),
  };
}

function statusOf(path: Buffer): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}
