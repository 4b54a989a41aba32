import { statfsSync } from 'node:fs';
import { DragomanError } from '@dragoman/protocol';
import { errorMessage, shortageOf } from '@dragoman/protocol/internal';
import type { ProcessExit } from '@dragoman/sandbox';

const MOST_WORDS = 2000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: names of an agent's are in these words
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g;

/** Why git could not do something, as an error with git's own words. */
export function failureOf(
  args: readonly string[],
  exit: ProcessExit,
  stderr: string,
): DragomanError {
  const what = `git ${args[0] ?? ''}`;
  const words = gitWords(stderr);
  switch (exit.reason) {
    case 'timeout':
      return new DragomanError('git_timeout', `${what} took too long and was ended. ${words}`);
    case 'output_limit':
      return new DragomanError('git_output_limit', `${what} was ended: it printed too much.`);
    case 'aborted':
    case 'killed':
      return new DragomanError('git_aborted', `${what} was ended before it was done.`);
    case 'exited':
    case 'memory_limit':
      break;
  }
  if (/No space left on device|Disk quota exceeded/.test(stderr)) {
    return new DragomanError('disk_full', `${what}: the disk is full. ${words}`);
  }
  const how = exit.signal === null ? `exit code ${exit.exitCode}` : exit.signal;
  return new DragomanError('git_failed', `${what} failed (${how}): ${words || 'without a word.'}`);
}

/** A disk with no more than this is full: some file systems keep a few blocks to themselves. */
const FULL_BYTES = 64 * 1024;

/**
 * A failure to write into a folder, as `disk_full` where that is what it was. Git does not always say so:
 * then the disk is looked at. All else stays as it is.
 */
export function withDiskFull(error: unknown, what: string, folder?: string): unknown {
  const isGits = error instanceof DragomanError;
  const looked = isGits && error.code === 'git_failed' && folder !== undefined && isFull(folder);
  if (!looked && (isGits || shortageOf(error) !== 'disk_full')) return error;
  const message = `${what}, because the disk is full: ${errorMessage(error)} Make space there and try again.`;
  return new DragomanError('disk_full', message, { cause: error });
}

function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < FULL_BYTES;
  } catch {
    return false;
  }
}

/** What git said, in a length and without characters that a terminal would obey. */
export function gitWords(stderr: string): string {
  const text = stderr.replaceAll(CONTROLS, '\ufffd').trim();
  return text.length <= MOST_WORDS ? text : `…${text.slice(-MOST_WORDS)}`;
}
