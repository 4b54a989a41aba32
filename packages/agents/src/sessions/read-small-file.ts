import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { READ_ONLY } from './open-file.js';

/** What lies beside sessions is short. An agent can write anything there. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * The text of a file that lies beside sessions, if it is a file: a pipe is not waited for, and a link
 * is not followed, because whoever wrote the sessions may have made it. Undefined otherwise.
 */
export function readSmallFile(path: string): string | undefined {
  try {
    const descriptor = openSync(path, READ_ONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const stats = fstatSync(descriptor);
      if (!stats.isFile() || stats.size > MOST_BYTES) return undefined;
      return readFileSync(descriptor, 'utf8');
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}
