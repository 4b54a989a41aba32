import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Why nothing can be written to a folder, be it there or yet to be made. Undefined where it can. */
export function folderProblem(path: string): string | undefined {
  const status = statOf(path);
  if (status === undefined) return folderProblem(dirname(path));
  if (!status.isDirectory()) return `${path} is not a folder`;
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return undefined;
  } catch {
    return `${path} can't be written`;
  }
}

/** Undefined also where what is above it is no folder. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
