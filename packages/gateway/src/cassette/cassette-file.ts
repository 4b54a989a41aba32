import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { DragomanError, errorMessage } from '@dragoman/protocol';
import type { Cassette } from './cassette.js';

/** The place for a cassette, held from before what it records begins. */
export interface CassetteFile {
  /** The file is then either the old one or the whole new one, whatever happens in between. */
  save(cassette: Cassette): Promise<void>;
  close(): Promise<void>;
}

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants;

/**
 * Holds the folder in which a cassette will be saved. An agent that is recorded may write there: when it
 * has ended, the folder's name, or one above it, may be a link to anywhere. What is saved goes into the
 * folder that was there at first, and replaces a link of the file's name instead of following it.
 */
export async function openCassetteFile(path: string): Promise<CassetteFile> {
  const folder = dirname(resolve(path));
  const held = await open(folder, O_RDONLY | (O_DIRECTORY ?? 0)).catch((cause: unknown) => {
    throw notSaved(path, cause);
  });
  const name = basename(path);
  return {
    async save(cassette) {
      try {
        await saveIn(await pathOf(held, folder), name, cassette);
      } catch (cause) {
        throw notSaved(path, cause);
      }
    },
    close: () => held.close(),
  };
}

/** On Linux an open folder has a path that nobody can bend. Elsewhere its name must still be its own. */
async function pathOf(held: FileHandle, name: string): Promise<string> {
  if (process.platform === 'linux') return `/proc/self/fd/${held.fd}`;
  const [before, now] = await Promise.all([held.stat(), stat(name)]);
  if (before.dev === now.dev && before.ino === now.ino) return name;
  throw new Error(`${name} is another folder by now`);
}

async function saveIn(folder: string, name: string, cassette: Cassette): Promise<void> {
  const draft = join(folder, `${name}.${randomUUID()}.tmp`);
  try {
    const file = await open(draft, O_WRONLY | O_CREAT | O_EXCL | (O_NOFOLLOW ?? 0), 0o600);
    try {
      await file.writeFile(`${JSON.stringify(cassette, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, join(folder, name));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

function notSaved(path: string, cause: unknown): DragomanError {
  const reason = errorMessage(cause);
  return new DragomanError('cassette_not_saved', `Cannot save the cassette ${path}: ${reason}`, {
    cause,
  });
}
