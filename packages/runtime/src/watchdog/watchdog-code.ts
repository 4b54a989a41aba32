import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtFile, makeRunDirectory, runDirectoryOf } from '@dragoman/sandbox';

/** The watchdog's program and all that it needs, in one file that is made after the compiler. */
const FILE = 'watchdog.cjs';

/** The code of a watchdog, which nobody can change any more. */
export interface WatchdogCode {
  /** To be handed on to a process. */
  readonly descriptor: number;
  close(): void;
}

/**
 * Reads the code of the watchdog before there is an agent, into a file that has no name any more: what the
 * watchdog runs in the end is what was there in the beginning, whatever was done to our files meanwhile.
 */
export function openWatchdogCode(): WatchdogCode {
  const code = readFileSync(builtFile(import.meta.url, FILE));
  const folder = runDirectoryOf(`watchdog-${randomBytes(8).toString('hex')}`);
  makeRunDirectory(folder);
  try {
    const path = `${folder}/${FILE}`;
    writeFileSync(path, code, { mode: 0o400, flag: 'wx' });
    const descriptor = openSync(path, 'r');
    return { descriptor, close: () => closeSync(descriptor) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
