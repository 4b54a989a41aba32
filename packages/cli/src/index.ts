/**
 * cli: the `dragoman` command. It parses, shows and exits; what it does is in the packages below.
 */
export { EXIT, type ExitCode } from './exit-code.js';
export { runCli } from './run-cli.js';
export type { Terminal } from './terminal/terminal.js';
