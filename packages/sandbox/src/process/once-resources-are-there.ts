import { setTimeout as delay } from 'node:timers/promises';
import { isOutOfResources } from './out-of-resources.js';

const PATIENCE_MS = 5000;
const POLL_MS = 50;

/**
 * Does something, again and again while it fails for want of files or memory: with no more files to
 * open not even a folder can be removed, but others may close theirs in a moment.
 */
export async function onceResourcesAreThere<Result>(
  work: () => Promise<Result> | Result,
): Promise<Result> {
  const deadline = performance.now() + PATIENCE_MS;
  while (true) {
    try {
      return await work();
    } catch (error) {
      if (!isOutOfResources(error) || performance.now() > deadline) throw error;
    }
    await delay(POLL_MS);
  }
}
