import type { RedisLink } from './redis-link.js';
import { isUnavailable } from './unavailable.js';

/** What has to be given back: left undone it would keep others out for ever. */
export interface OwedWork {
  /** Does it, and where Redis can't be asked, as soon as it can. Doing it twice must do no harm. */
  settle(work: () => Promise<void>): Promise<void>;
}

export function createOwedWork(link: RedisLink, onFailure: (error: unknown) => void): OwedWork {
  const owed = new Set<() => Promise<void>>();
  const settle = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
      owed.delete(work);
    } catch (error) {
      if (isUnavailable(error)) {
        owed.add(work);
        return;
      }
      owed.delete(work);
      throw error;
    }
  };
  link.onUp(() => {
    for (const work of [...owed]) void settle(work).catch(onFailure);
  });
  return { settle };
}
