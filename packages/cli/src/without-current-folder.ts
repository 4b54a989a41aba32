import { DragomanError } from '@dragoman/protocol';

/**
 * The same error, but in words of ours where it is only that the folder the shell is in was deleted:
 * whatever relates a path to it fails then, anywhere.
 */
export function withoutCurrentFolder(error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd')) return error;
  return new DragomanError(
    'current_folder_missing',
    'The current folder is not there any more: go to another and try again.',
    { cause: error },
  );
}
