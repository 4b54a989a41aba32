import { type Dirent, readdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { DragomanError } from '@dragoman/protocol';
import { errorCode, errorMessage } from '@dragoman/protocol/internal';

/** What is in a folder: nothing, where there is none. Rejects with `folder_unreadable`. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    const code = errorCode(cause);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw new DragomanError(
      'folder_unreadable',
      `The folder ${folder} can't be read: ${errorMessage(cause)}. Let this user read it.`,
      { cause },
    );
  }
}

/** The names in a folder. Nothing, where nobody may list it. */
export function namesInSync(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** What is in a folder, without a look at what it is. Nothing, where nobody may list it. */
export function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** The names of the folders in a folder, without links. */
export function foldersIn(folder: string): readonly string[] {
  return entriesIn(folder).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}
