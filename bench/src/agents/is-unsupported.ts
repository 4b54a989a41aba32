import { DragomanError } from '@dragoman/protocol';

/** Whether a run failed because the version can't do what its scenario is about. */
export function isUnsupported(error: unknown): boolean {
  return error instanceof DragomanError && error.code === 'unsupported_option';
}
