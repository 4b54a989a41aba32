/** What `dragoman` tells the shell. The same table is in the README and in `--help`. */
export const EXIT = {
  /** It did what it was asked to. */
  success: 0,
  /** It was asked rightly and could not, or what it ran failed. */
  failure: 1,
  /** It was asked wrongly. */
  usage: 2,
  /** A limit of time ended the agent, as timeout(1) has it. */
  timeout: 124,
  /** The agent could not be started, as `docker run` has it. */
  notStarted: 125,
  /** It was interrupted (Ctrl-C, SIGTERM) or canceled, and has cleaned up. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
