import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { holdFolder } from '../changes/held-folder.js';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;
const CHUNK_BYTES = 256 * 1024;

export interface CopyOptions {
  /** The folder that the file is in, or in a folder of. A real path. */
  readonly folder: string;
  /** From there, one byte a character. */
  readonly path: string;
  /** The folder that the copy goes to, under its hash. */
  readonly directory: string;
  readonly mostBytes: number;
  /** The hash of what it held before, where that is known. */
  readonly earlier?: string | undefined;
}

/** What became of a file. `unchanged`: it holds what it held. */
export type Copy =
  | { readonly kind: 'copied'; readonly size: number; readonly sha256: string }
  | { readonly kind: 'unchanged' | 'linked' | 'too_large' | 'unreadable' };

/**
 * Copies a file that an agent left. No link is followed and nothing but a plain file is read; one that has
 * another name somewhere (a hard link), or that changes meanwhile, is not copied. Rejects where the copy
 * can't be written.
 */
export async function copyArtifact(options: CopyOptions): Promise<Copy> {
  const source = await openSource(options);
  if (source === undefined) return { kind: 'unreadable' };
  try {
    const { size, nlink, isPlain, ...before } = await statusOf(source);
    if (!isPlain) return { kind: 'unreadable' };
    if (nlink !== 1) return { kind: 'linked' };
    if (size > options.mostBytes) return { kind: 'too_large' };
    const draft = join(options.directory, `${randomUUID()}.tmp`);
    try {
      const sha256 = await copyBytes(source, draft, size);
      const isSame = isDeepStrictEqual(await statusOf(source), { size, nlink, isPlain, ...before });
      if (sha256 === undefined || !isSame) return { kind: 'unreadable' };
      if (sha256 === options.earlier) return { kind: 'unchanged' };
      await rename(draft, join(options.directory, sha256));
      return { kind: 'copied', size, sha256 };
    } finally {
      await rm(draft, { force: true });
    }
  } finally {
    await source.close();
  }
}

/** Reached through its folder, which is held: what is put in the place of that meanwhile is not entered. */
async function openSource({ folder, path }: CopyOptions): Promise<FileHandle | undefined> {
  const slash = path.lastIndexOf('/');
  const held = holdFolder(folder, path.slice(0, Math.max(0, slash)));
  try {
    return (
      held && (await open(held.pathOf(path.slice(slash + 1)), O_RDONLY | O_NOFOLLOW | O_NONBLOCK))
    );
  } catch {
    return undefined;
  } finally {
    held?.close();
  }
}

async function statusOf(file: FileHandle) {
  const status = await file.stat();
  const { size, nlink, ino, mtimeMs, ctimeMs } = status;
  return { size, nlink, ino, mtimeMs, ctimeMs, isPlain: status.isFile() };
}

/** The hash of what was copied; nothing, where it was not as long as it said. */
async function copyBytes(
  source: FileHandle,
  path: string,
  size: number,
): Promise<string | undefined> {
  const hash = createHash('sha256');
  const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size + 1));
  const target = await open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600);
  try {
    let copied = 0;
    while (copied <= size) {
      const { bytesRead } = await source.read(chunk, 0, chunk.length, copied);
      if (bytesRead === 0) return copied === size ? hash.digest('hex') : undefined;
      const bytes = chunk.subarray(0, bytesRead);
      hash.update(bytes);
      await target.writeFile(bytes);
      copied += bytesRead;
    }
    return undefined;
  } finally {
    await target.close();
  }
}
