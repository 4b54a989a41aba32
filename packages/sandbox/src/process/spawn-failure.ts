import { DragomanError } from '@dragoman/protocol';
import { errorCode, reasonOf } from '@dragoman/protocol/internal';
import { outOfResources } from './out-of-resources.js';

interface Failure {
  readonly code: string;
  readonly message: string;
}

const FAILURES: Readonly<Record<string, (executable: string) => Failure>> = {
  ENOENT: (executable) => ({
    code: 'process_not_found',
    message: `Cannot start ${executable}: there is no such program, or its working folder doesn't exist.`,
  }),
  EACCES: (executable) => ({
    code: 'process_not_executable',
    message: `Cannot start ${executable}: it may not be executed by this user.`,
  }),
  ENOEXEC: (executable) => ({
    code: 'process_not_executable',
    message: `Cannot start ${executable}: it is not a program for this machine.`,
  }),
  EAGAIN: (executable) => ({
    code: 'processes_limit',
    message: `Cannot start ${executable}: this user has as many processes as allowed (EAGAIN). Raise the limit (ulimit -u, or that of the sandbox), or run fewer turns at once.`,
  }),
  E2BIG: (executable) => ({
    code: 'process_arguments_too_large',
    message: `Cannot start ${executable}: its arguments and environment are larger than the system allows. Pass long text on stdin.`,
  }),
};

/** Why a process could not be started, as an error that says what to do. */
export function spawnFailure(executable: string, cause: unknown): DragomanError {
  const shortage = outOfResources(`Cannot start ${executable}`, cause);
  if (shortage !== undefined) return shortage;
  const systemCode = errorCode(cause) ?? '';
  const { code, message } = FAILURES[systemCode]?.(executable) ?? {
    code: 'process_not_started',
    message: `Cannot start ${executable}: ${reasonOf(cause)}`,
  };
  return new DragomanError(code, message, { cause });
}
