import { dirname, join, resolve } from 'node:path';

/** Where the HOMEs of sessions lie, each with its lock beside it. */
export function homesDirectory(stateDirectory: string): string {
  return join(stateDirectory, 'homes');
}

/**
 * Whether a path is that of a HOME in a state folder. What a record says may have been changed by an agent
 * that nothing confined: `homes/..` is no HOME.
 */
export function isHomeIn(stateDirectory: string, home: string): boolean {
  return resolve(home) === home && dirname(home) === homesDirectory(stateDirectory);
}
