/** Signals a process, or a group when `target` is negative. Says whether there was somebody. */
export function sendSignal(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal);
  } catch {
    // It ended between the look and the signal.
    return false;
  }
}
