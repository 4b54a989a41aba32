import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const WRITE = 0o222;

/** Takes the right to write to a folder and all that is in it from everybody, its owner too. */
export function makeReadOnly(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeReadOnly(path);
    else chmodSync(path, lstatSync(path).mode & ~WRITE);
  }
  chmodSync(folder, lstatSync(folder).mode & ~WRITE);
}
