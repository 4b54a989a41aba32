import { readdir } from 'node:fs/promises';
import { DragomanError, errorCode, errorMessage } from '@dragoman/protocol';

/** What lies in a folder: nothing, where there is none. Rejects with `folder_unreadable`. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    const code = errorCode(cause);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw new DragomanError(
      'folder_unreadable',
      `Nobody can emit what lies in ${folder}: ${errorMessage(cause)}. Let this user read it.`,
      { cause },
    );
  }
}
