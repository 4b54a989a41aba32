import type { EndStatus } from '@dragoman/protocol';
import { EXIT, type ExitCode } from '../../exit-code.js';

const CODES: Readonly<Record<EndStatus, ExitCode>> = {
  success: EXIT.success,
  failed: EXIT.failure,
  timeout: EXIT.timeout,
  stalled: EXIT.timeout,
  not_started: EXIT.notStarted,
  canceled: EXIT.interrupted,
};

/** What the shell is told of how a turn ended. */
export function turnExitCode(status: EndStatus): ExitCode {
  return CODES[status];
}
