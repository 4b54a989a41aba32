import type { ServerResponse } from 'node:http';

const TEXT = /^(application\/(problem\+)?json|text\/(plain|html))\b/;

/** Whether a response comes bit by bit: events, or a file, whose length is said. Others are whole at once. */
export function isStream({ body, headers }: Response): boolean {
  return (
    body !== null &&
    (headers.has('content-length') || !TEXT.test(headers.get('content-type') ?? ''))
  );
}

/**
 * Sends a response as it comes, no faster than the client takes it. When the client goes, at whatever
 * moment, the body is canceled: also one that went before there was a response, which the adapter of
 * Hono would wait for without an end.
 */
export async function sendStream(response: Response, outgoing: ServerResponse): Promise<void> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  const isGone = () => outgoing.destroyed || outgoing.writableEnded;
  let wake: (() => void) | undefined;
  const onClose = (): void => {
    wake?.();
    // The reading that is under way ends with it.
    void reader.cancel().catch(() => {});
  };
  outgoing.once('close', onClose);
  outgoing.on('drain', () => wake?.());
  if (isGone()) return onClose();
  try {
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.flushHeaders();
    for (;;) {
      const { done, value } = await reader.read();
      if (isGone()) return;
      if (done) break;
      if (outgoing.write(value)) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      wake = undefined;
    }
    outgoing.end();
  } catch (error) {
    // What has been sent can't be taken back: the client must see that there is no end.
    outgoing.destroy(error instanceof Error ? error : undefined);
  }
}
