/**
 * What work comes to, or undefined as soon as the command should stop. For work that only reads: be
 * it ended by the same signal or not, nobody waits for it any more.
 */
export async function untilStopped<T>(
  work: Promise<T>,
  signal: AbortSignal,
): Promise<T | undefined> {
  let stop = () => {};
  const stopped = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
  });
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    return await Promise.race([work, stopped]);
  } catch (error) {
    if (signal.aborted && error === signal.reason) return undefined;
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
