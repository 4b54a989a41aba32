import { setTimeout as sleep } from 'node:timers/promises';
import { listTurns } from '@dragoman/runtime';

/** Agents have five seconds to stop by themselves, and are ended then. */
const LONGEST_MS = 15_000;
const LOOK_MS = 50;

/** Waits until no turn of a state folder is running any more, and says whether that came. */
export async function turnsEnded(stateDirectory: string): Promise<boolean> {
  const until = performance.now() + LONGEST_MS;
  while (performance.now() < until) {
    const turns = await listTurns(stateDirectory);
    if (turns.every(({ state }) => state !== 'running')) return true;
    await sleep(LOOK_MS);
  }
  return false;
}
