import type { ExitCode } from '../exit-code.js';
import type { Terminal } from '../terminal/terminal.js';

/** What every command gets. Commands are loaded when they run, so that none waits for another's code. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** Gets the exit code of the command that ran. */
  readonly onExit: (code: ExitCode) => void;
}
