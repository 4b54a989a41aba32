import { dirname } from 'node:path';
import type { DoorProgram } from '../contract.js';
import { builtFile } from '../files/built-file.js';

/** The launcher's file in its folder. */
export const launcherName = 'launcher.mjs';

/** The folder with the launcher as it was built, which is bound into sandboxes. */
export function launcherDirectory(): string {
  return dirname(builtFile(import.meta.url, launcherName));
}

/** A program that joins its stdin and stdout with a door, as it is found by the folder of the launcher. */
export function doorProgram(node: string, folder: string): DoorProgram {
  return { executable: node, args: [`${folder}/join-door.mjs`] };
}
