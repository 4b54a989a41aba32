import { pageIdentity } from './page-identity.js';

/** Whether the page is before somebody. */
export interface PageVisits {
  readonly isOpen: boolean;
  /** Resolves when it is, or when the signal aborts. Never rejects. */
  whenOpen(signal: AbortSignal): Promise<void>;
  stop(): void;
}

/**
 * Notices when the page is left: its tab is closed, loaded again, or goes to another page. A browser may
 * keep the page and bring it back as it was, where somebody goes back to it.
 *
 * @param onLeave may still send something, with `keepalive`
 */
export function watchVisits(onLeave: () => void): PageVisits {
  // Its listeners come first: whoever comes back has another identity by then.
  pageIdentity();
  const waiting = new Set<() => void>();
  let isOpen = true;
  const onHide = (): void => {
    isOpen = false;
    onLeave();
  };
  const onShow = (): void => {
    isOpen = true;
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  addEventListener('pagehide', onHide);
  addEventListener('pageshow', onShow);
  return {
    get isOpen() {
      return isOpen;
    },
    whenOpen: (signal) =>
      new Promise((resolve) => {
        if (isOpen || signal.aborted) return resolve();
        waiting.add(resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
      }),
    stop() {
      removeEventListener('pagehide', onHide);
      removeEventListener('pageshow', onShow);
    },
  };
}
