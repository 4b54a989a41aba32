import { mkdirSync, statSync } from 'node:fs';
import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, parse, resolve } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { errorCode, errorMessage } from '@dragoman/protocol/internal';

/**
 * Makes a folder and those above it that are missing. One by one, because Node's own way tries for ever
 * where a folder is there and yet nothing can be made in it, as in `/proc`.
 */
export function makeFolder(path: string, mode = 0o700): void {
  const missing: string[] = [];
  const root = parse(resolve(path)).root;
  for (let at = resolve(path); at !== root && !isFolder(at); at = dirname(at)) missing.unshift(at);
  for (const folder of missing) makeOne(folder, mode);
}

function makeOne(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Somebody else was quicker.
    if (errorCode(error) !== 'EEXIST' || !isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Makes a new folder in the temporary one, with a name that begins so. The result is its real path. */
export async function makeTemporaryFolder(beginning: string): Promise<string> {
  try {
    return await realpath(await mkdtemp(join(tmpdir(), beginning)));
  } catch (cause) {
    throw temporaryFailure(tmpdir(), cause);
  }
}

export function temporaryFailure(folder: string, cause: unknown): DragomanError {
  return new DragomanError(
    'temporary_unusable',
    `No folder can be made in ${folder} (${errorMessage(cause)}). Set TMPDIR to one that is there, can be written to and has space.`,
    { cause },
  );
}
