import { mkdirSync, statSync } from 'node:fs';
import { dirname, parse, resolve } from 'node:path';
import { errorCode } from '@dragoman/protocol';

/**
 * Makes a folder and those above it that are missing. One by one, because Node's own way tries for ever
 * where a folder is there and yet nothing can be made in it, as in `/proc`.
 */
export function makeFolder(path: string, mode = 0o700): void {
  const missing: string[] = [];
  const root = parse(resolve(path)).root;
  for (let at = resolve(path); at !== root && !isFolder(at); at = dirname(at)) missing.unshift(at);
  for (const folder of missing) makeOne(folder, mode);
}

function makeOne(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Somebody else was quicker.
    if (errorCode(error) !== 'EEXIST' || !isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
