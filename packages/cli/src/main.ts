import { runCli } from './run-cli.js';
import { processTerminal, STOP_SIGNALS } from './terminal/process-terminal.js';

// Not awaited here: the bundle of the command is no module that could be.
void main();

async function main(): Promise<void> {
  process.exitCode = await runCli(process.argv.slice(2), processTerminal());
  // All is written and cleaned up. What is still open, such as stdin, would only hold up the exit.
  for (const signal of STOP_SIGNALS) process.removeAllListeners(signal);
  process.exit();
}
