import { fileURLToPath } from 'node:url';
import { errorMessage } from '@dragoman/protocol/internal';
import { readOptions, usage } from './read-options.js';
import { startFormServer } from './start-form-server.js';

const PAGE = fileURLToPath(new URL('../page', import.meta.url));
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Whoever insists gets their way; but npm passes on a Ctrl-C that the terminal has sent already. */
const INSISTS_AFTER_MS = 1000;

// A terminal that is gone has nobody to complain to.
process.stderr.on('error', () => undefined);

const stop = new AbortController();
let stoppedAt = 0;
for (const signal of STOP_SIGNALS) {
  process.on(signal, () => {
    stoppedAt ||= performance.now();
    // What is still at work then ends with this process: its watchdog sees to that.
    if (performance.now() - stoppedAt > INSISTS_AFTER_MS) process.exit(1);
    stop.abort();
  });
}

try {
  await main();
} catch (error) {
  if (!stop.signal.aborted) {
    say(errorMessage(error));
    process.exitCode = 1;
  }
}
// All is cleaned up. What is still open, such as the line to the watchdog, would only hold up the exit.
process.exit();

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) return say(usage);
  const server = await startFormServer({ ...options, page: PAGE, say, signal: stop.signal });
  const who = options.live ? 'a real model' : 'a scripted model: no key, no network';
  say(
    `${options.agents.join(', ')} with ${who}\n\nOpen this, and let an agent fill the form in:\n\n  ${server.url}\n\nCtrl-C ends it, and the agents with it.`,
  );
  await new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
  say('Stopping…');
  await server.close();
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
