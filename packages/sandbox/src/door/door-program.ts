import type { DoorProgram } from '../contract.js';

/** A program that joins its stdin and stdout with a door, as it is found by the folder of the launcher. */
export function doorProgram(node: string, folder: string): DoorProgram {
  return { executable: node, args: [`${folder}/join-door.mjs`] };
}
