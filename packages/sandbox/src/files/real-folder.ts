import { realpath, stat } from 'node:fs/promises';
import { DragomanError, errorMessage } from '@dragoman/protocol';

/** The real path of a folder. Where there is none, an error with the code says what could not be used. */
export async function realFolder(path: string, code: string, what: string): Promise<string> {
  try {
    const real = await realpath(path);
    if ((await stat(real)).isDirectory()) return real;
  } catch (cause) {
    throw new DragomanError(code, `${what} ${path} can't be used: ${errorMessage(cause)}`, {
      cause,
    });
  }
  throw new DragomanError(code, `${what} ${path} can't be used: it is not a folder.`);
}
