import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DragomanError, errorMessage } from '@dragoman/protocol';

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
