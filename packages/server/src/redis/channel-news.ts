import type { RedisLink } from './redis-link.js';

/** Waits for messages of a channel. None that comes between two waits is missed. */
export async function createNews(link: RedisLink, channel: string, signal?: AbortSignal) {
  let hasCome = false;
  let latest: string | undefined;
  let resume: (() => void) | undefined;
  const wake = (message?: string): void => {
    // Of several only that they have come is kept.
    latest = hasCome ? undefined : message;
    hasCome = true;
    resume?.();
  };
  const stop = (): void => wake();
  const leave = await link.subscribe(channel, wake);
  signal?.addEventListener('abort', stop);
  const news = {
    /** Whether the last wait was ended by a message. */
    hasCome: false,
    /** That message, if it was the only one. */
    message: undefined as string | undefined,
    async next(atMostMs: number): Promise<void> {
      if (!hasCome && signal?.aborted !== true) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, atMostMs);
          resume = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        resume = undefined;
      }
      news.hasCome = hasCome;
      news.message = latest;
      hasCome = false;
      latest = undefined;
    },
    close(): void {
      leave();
      signal?.removeEventListener('abort', stop);
    },
  };
  return news;
}
