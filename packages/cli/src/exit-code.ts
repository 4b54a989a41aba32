import { DragomanError } from '@dragoman/protocol';

/** The exit codes of `dragoman`. The same table is in the README and in `--help`. */
export const EXIT = {
  /** The command succeeded. */
  success: 0,
  /** The command, or what it ran, failed. */
  failure: 1,
  /** The arguments are wrong. */
  usage: 2,
  /** A run went to its end, and not all of it succeeded. */
  unsuccessful: 3,
  /** A time limit ended the agent; the code of timeout(1). */
  timeout: 124,
  /** The agent could not be started; the code of `docker run`. */
  notStarted: 125,
  /** The command was interrupted (Ctrl-C, SIGTERM) or canceled, and has cleaned up. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/**
 * Errors of a command line that is wrong whatever this machine holds, and of a key or a login that is
 * missing. That something it names isn't there, or can't be used, is no such error.
 */
const WRONG_ARGUMENTS: ReadonlySet<string> = new Set([
  'agent_unknown',
  'agent_version_inexact',
  'env_invalid',
  'env_reserved',
  'invalid_request',
  'key_missing',
  'keys_required',
  'login_expired',
  'login_missing',
  'login_unreadable',
  'login_unsuitable',
  'login_unsupported',
  'price_unknown',
  'prompt_empty',
  'prompt_too_long',
  'sandbox_unsupported',
  'strategy_unknown',
  'unsupported_option',
  'usage',
  'writable_invalid',
]);

/** The exit code for an error. */
export function exitCodeOf(error: unknown): ExitCode {
  const isWrong = error instanceof DragomanError && WRONG_ARGUMENTS.has(error.code);
  return isWrong ? EXIT.usage : EXIT.failure;
}
