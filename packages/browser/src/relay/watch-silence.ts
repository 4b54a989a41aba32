/** Looks whether a connection still brings anything. */
export interface SilenceWatch {
  heard(): void;
  stop(): void;
}

/** A server that is there sends something every 15 s, and answers at once. */
const SILENCE_MS = 40_000;
const ANSWER_MS = 15_000;
const CHECK_MS = 5000;

/**
 * Notices a connection of which nothing comes any more, such as after a laptop has slept: no error says so.
 * When the page is looked at again it is noticed at once.
 */
export function watchSilence(onSilence: () => void): SilenceWatch {
  let heardAt = Date.now();
  let patience = ANSWER_MS;
  const check = (): void => {
    if (Date.now() - heardAt >= patience) onSilence();
  };
  const timer = setInterval(check, CHECK_MS);
  document.addEventListener('visibilitychange', check);
  addEventListener('online', check);
  return {
    heard() {
      heardAt = Date.now();
      patience = SILENCE_MS;
    },
    stop() {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
      removeEventListener('online', check);
    },
  };
}
