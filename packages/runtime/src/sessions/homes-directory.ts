import { join } from 'node:path';

/** Where the HOMEs of sessions lie, each with its lock beside it. */
export function homesDirectory(stateDirectory: string): string {
  return join(stateDirectory, 'homes');
}
