import { orAborted } from './or-aborted.js';

/** A queue of one: whoever takes it has it until they give it back. */
export interface Lane {
  /** Waits for its turn, or rejects when the signal aborts. Resolves to the way to give it back. */
  take(signal: AbortSignal): Promise<() => void>;
}

export function createLane(): Lane {
  let last: Promise<void> = Promise.resolve();
  return {
    async take(signal) {
      const before = last;
      let giveBack = () => {};
      const given = new Promise<void>((resolve) => {
        giveBack = resolve;
      });
      last = before.then(() => given);
      try {
        await orAborted(before, signal);
      } catch (error) {
        giveBack();
        throw error;
      }
      return giveBack;
    },
  };
}
