import { EXIT } from './exit-code.js';
import { runCli } from './run-cli.js';
import { processTerminal, STOP_SIGNALS } from './terminal/process-terminal.js';

// Not awaited here: the bundle of the command is no module that could be.
void main();

async function main(): Promise<void> {
  process.exitCode = await runCli(process.argv.slice(2), processTerminal());
  if (process.exitCode !== EXIT.interrupted) return;
  // The command has cleaned up, but may still be reading. Should Node wait for that, where nobody
  // handles signals any more, the next one ends it.
  for (const signal of STOP_SIGNALS) process.removeAllListeners(signal);
  process.exit();
}
