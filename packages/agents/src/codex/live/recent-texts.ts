import { hash128 } from '@dragoman/protocol/internal';

/** The texts emitted lately, so that one printed twice under one id is one text. */
export interface RecentTexts {
  /** Notes a text. True for one that was noted before under the same id. */
  isRepeated(id: string, text: string): boolean;
  clear(): void;
}

/** A text that is printed again follows the first time closely, and a turn may have any number of texts. */
const MOST_TEXTS = 64;

/**
 * A ring: the newest text takes the slot of the oldest. In a set that loses its oldest and gains a new one
 * with each text, V8 keeps all that went through it until its next full collection.
 */
export function createRecentTexts(): RecentTexts {
  const keys = new Array<string>(MOST_TEXTS).fill('');
  let next = 0;
  return {
    isRepeated(id, text) {
      const key = `${id} ${hash128(text)}`;
      if (keys.includes(key)) return true;
      keys[next] = key;
      next = (next + 1) % MOST_TEXTS;
      return false;
    },
    clear: () => void keys.fill(''),
  };
}
