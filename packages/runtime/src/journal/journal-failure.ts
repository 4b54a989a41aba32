import { DragomanError } from '@dragoman/protocol';
import { errorCode, reasonOf } from '@dragoman/protocol/internal';

const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** What it means that a journal couldn't be written. */
export function journalFailure(path: string, cause: unknown): DragomanError {
  if (cause instanceof DragomanError) return cause;
  if (FULL.has(errorCode(cause) ?? '')) {
    return new DragomanError(
      'journal_disk_full',
      `The journal ${path} can't be written: the disk is full. Make room, or choose another folder with DRAGOMAN_STATE.`,
      { cause },
    );
  }
  return new DragomanError(
    'journal_unwritable',
    `The journal ${path} can't be written: ${reasonOf(cause)}.`,
    { cause },
  );
}

export function isDiskFull(error: unknown): boolean {
  return error instanceof DragomanError && error.code === 'journal_disk_full';
}

export function endedError(directory: string): DragomanError {
  return new DragomanError(
    'journal_ended',
    `The journal in ${directory} has its end. Nothing can be added to it.`,
  );
}

export function closedError(directory: string): DragomanError {
  return new DragomanError(
    'journal_closed',
    `The journal in ${directory} has been closed by its writer. Open it again to add to it.`,
  );
}

export function earlyEndError(): DragomanError {
  return new DragomanError(
    'invalid_event',
    'An `end` is written by `appendEnd` only: it is the last event of a turn, and there is one.',
  );
}

export function limitWords(bytes: number): string {
  return `The journal has reached its limit of ${bytes} bytes, so the turn was stopped and what else the agent wrote was left out. \`limits.journalBytes\` sets another.`;
}

export function limitError(directory: string): DragomanError {
  return new DragomanError(
    'journal_limit',
    `The journal in ${directory} has reached its limit. Nothing but its end can be added to it.`,
  );
}
