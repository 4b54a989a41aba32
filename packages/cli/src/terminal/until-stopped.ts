import type { Readable } from 'node:stream';

/**
 * The result of work, or undefined as soon as the command should stop. Only for work that reads, because
 * it may go on in the background.
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

/** The chunks of a stream, until it ends or the command should stop, even while it waits for data. */
export async function* readStream(
  stream: Readable,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const stop = () => stream.destroy();
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    for await (const chunk of stream) yield chunk;
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
