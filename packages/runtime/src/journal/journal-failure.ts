import { DragomanError, errorCode, errorMessage } from '@dragoman/protocol';

const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** What it means that a journal couldn't be written. */
export function journalFailure(path: string, cause: unknown): DragomanError {
  if (cause instanceof DragomanError) return cause;
  if (FULL.has(errorCode(cause) ?? '')) {
    return new DragomanError(
      'journal_disk_full',
      `The journal ${path} can't be written: the disk is full. Make room, or choose another place with DRAGOMAN_STATE.`,
      { cause },
    );
  }
  return new DragomanError(
    'journal_unwritable',
    `The journal ${path} can't be written: ${errorMessage(cause)}`,
    { cause },
  );
}

export function isDiskFull(error: unknown): boolean {
  return error instanceof DragomanError && error.code === 'journal_disk_full';
}
