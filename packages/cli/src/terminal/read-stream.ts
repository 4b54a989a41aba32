import type { Readable } from 'node:stream';

/** What a stream gives, until it ends or the command should stop, although it may be waiting for more. */
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
