import { machineProcesses } from '../machine-processes.js';

/** The pids of the processes that have a word as one of their arguments. */
export async function processesWith(word: string): Promise<readonly number[]> {
  const all = await machineProcesses();
  return all.filter(({ args }) => args.includes(word)).map(({ pid }) => pid);
}
