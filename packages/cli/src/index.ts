/**
 * cli: the `dragoman` command. It parses arguments, renders results and sets the exit code; the work is
 * done by the packages below.
 */
export { EXIT, type ExitCode } from './exit-code.js';
export { runCli } from './run-cli.js';
export type { Terminal } from './terminal/terminal.js';
