import { setImmediate as nextTick } from 'node:timers/promises';

const SLICE_MS = 10;

/** For long work: a function to await between two steps, so that others have the event loop, too. */
export function createTimeSlices(): () => Promise<void> {
  let end = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() <= end) return;
    await nextTick();
    end = performance.now() + SLICE_MS;
  };
}
