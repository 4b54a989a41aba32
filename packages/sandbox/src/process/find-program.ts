import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/**
 * Where a program is, looked up on PATH as a shell does it, or `undefined` when there is none.
 * Relative folders on PATH are passed over: what they hold depends on where one stands.
 */
export async function findProgram(
  name: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<string | undefined> {
  const folders = (environment.PATH ?? '').split(delimiter).filter(isAbsolute);
  for (const path of folders.map((folder) => join(folder, name))) {
    if (await isProgram(path)) return path;
  }
  return undefined;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
