/** The longest delay that Node's timers know; they take anything longer for one millisecond. */
const LONGEST_MS = 2 ** 31 - 1;

/** Calls `onTime` once after `delayMs`, however long that is. The result stops it. */
export function startTimer(delayMs: number, onTime: () => void): () => void {
  if (delayMs === Number.POSITIVE_INFINITY) return () => {};
  let timer: NodeJS.Timeout;
  const wait = (left: number) => {
    const step = Math.min(left, LONGEST_MS);
    timer = setTimeout(() => (left > step ? wait(left - step) : onTime()), step);
  };
  wait(delayMs);
  return () => clearTimeout(timer);
}
