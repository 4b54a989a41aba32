/** Lets so many works run at once; others wait for their turn, in their order. */
export function createSlots(
  most: number,
): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running === most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // Whoever waits has the slot now.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
