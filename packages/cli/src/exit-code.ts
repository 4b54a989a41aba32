/** The exit codes of `dragoman`. The same table is in the README and in `--help`. */
export const EXIT = {
  /** The command succeeded. */
  success: 0,
  /** The command, or what it ran, failed. */
  failure: 1,
  /** The arguments are wrong. */
  usage: 2,
  /** A time limit ended the agent; the code of timeout(1). */
  timeout: 124,
  /** The agent could not be started; the code of `docker run`. */
  notStarted: 125,
  /** The command was interrupted (Ctrl-C, SIGTERM) or canceled, and has cleaned up. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
