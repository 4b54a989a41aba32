import { EXIT } from '../exit-code.js';

/**
 * Ends this process by a signal that it handles, at once, after its `exit` listeners. To exit alone
 * may take forever: Node waits for calls to the file system that are under way.
 */
export function dieOf(signal: NodeJS.Signals): void {
  process.once('exit', () => {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
  process.exit(EXIT.interrupted);
}
