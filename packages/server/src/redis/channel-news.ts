import type { RedisLink } from './redis-link.js';

/** Waits for messages of a channel. None that comes between two waits is missed. */
export async function createNews(link: RedisLink, channel: string, signal?: AbortSignal) {
  let hasCome = false;
  let resume: (() => void) | undefined;
  const wake = (): void => {
    hasCome = true;
    resume?.();
  };
  const leave = await link.subscribe(channel, wake);
  signal?.addEventListener('abort', wake);
  const news = {
    /** Whether the last wait was ended by a message. */
    hasCome: false,
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
      hasCome = false;
    },
    close(): void {
      leave();
      signal?.removeEventListener('abort', wake);
    },
  };
  return news;
}
