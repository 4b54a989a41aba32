import type { CallResult } from '../../interpret/call-register.js';
import { readStopped } from './stopped-command.js';

const EXITED = /^Command exited with code: (-?\d{1,10})$/;
const ENDED = ['Command terminated by signal: ', 'Command failed: '];

/**
 * What became of a command, by what a person is shown of it: what it printed, and only where that is
 * nothing, how it failed.
 */
export function readShellDisplay(shown: string): CallResult {
  const exited = EXITED.exec(shown);
  if (exited !== null) return { status: 'error', output: '', exit_code: Number(exited[1]) };
  if (ENDED.some((words) => shown.startsWith(words))) {
    return { status: 'error', output: '', error: { message: shown } };
  }
  return readStopped(shown) ?? { status: 'success', output: shown };
}
