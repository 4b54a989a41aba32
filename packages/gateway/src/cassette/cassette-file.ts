import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { DragomanError, parseJson } from '@dragoman/protocol';
import { reasonOf } from '@dragoman/protocol/internal';
import { readPath } from '../json/read-path.js';
import type { Cassette } from './cassette.js';
import { CASSETTE_VERSION, cassetteSchema } from './cassette.js';

/** The file of a cassette, opened before the recording begins. */
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

/** On Linux the path of an open folder can't be redirected. Elsewhere its name must still lead to it. */
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
  const reason = reasonOf(cause);
  return new DragomanError('cassette_not_saved', `Cannot save the cassette ${path}: ${reason}`, {
    cause,
  });
}

/** Reads a cassette from a file and checks all of it. */
export async function loadCassette(path: string): Promise<Cassette> {
  // Some editors begin a file with a byte order mark.
  const json = parseJson((await readText(path)).replace(/^\ufeff/, ''));
  if (!json.ok) throw invalid(path, 'it is not JSON, or was cut off', json.error);
  const version = readPath(json.value, 'cassette');
  if (typeof version === 'number' && version !== CASSETTE_VERSION) {
    throw invalid(path, `it has version ${version}, and this program reads ${CASSETTE_VERSION}`);
  }
  const parsed = cassetteSchema.safeParse(json.value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalid(path, `${issue?.path.join('.') || 'top level'}: ${issue?.message}`, parsed.error);
  }
  return parsed.data;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const reason = reasonOf(cause);
    throw new DragomanError('cassette_not_found', `Cannot read the cassette ${path}: ${reason}`, {
      cause,
    });
  }
}

function invalid(path: string, reason: string, cause?: unknown): DragomanError {
  return new DragomanError('cassette_invalid', `${path} is no usable cassette: ${reason}.`, {
    cause,
  });
}

/**
 * Writes a cassette to a file that only this user can read. The file is either the old one or the
 * whole new one, whatever happens in between. For a turn that is still to come, see `openCassetteFile`.
 */
export async function saveCassette(path: string, cassette: Cassette): Promise<void> {
  const file = await openCassetteFile(path);
  await file.save(cassette).finally(() => file.close());
}
