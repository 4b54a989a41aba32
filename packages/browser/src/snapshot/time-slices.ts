/** Work that lets the page breathe: it stops after a while, and goes on when everybody had a turn. */
export interface TimeSlices {
  /** Whether this slice has taken long enough. Asked before each small step. */
  isOver(): boolean;
  /** Lets the page have its turn. */
  next(): Promise<void>;
  /** How many slices there were. What the page looked like may be different in each. */
  readonly count: number;
}

/** A frame has 16 ms, and the page needs some of them. */
const SLICE_MS = 8;
/** To look at the clock takes longer than to look at most elements. */
const LOOKS_A_TIME = 8;

export function createTimeSlices(): TimeSlices {
  let until = performance.now() + SLICE_MS;
  let count = 1;
  let looks = 0;
  return {
    isOver() {
      looks += 1;
      return looks % LOOKS_A_TIME === 0 && performance.now() > until;
    },
    async next() {
      await afterOthers();
      count += 1;
      until = performance.now() + SLICE_MS;
    },
    get count() {
      return count;
    },
  };
}

/** A message is delivered behind what waits; a timer would wait for 4 ms more. */
function afterOthers(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
