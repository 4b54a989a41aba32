import { useState } from 'react';

/** How the turn of a message ended, where it wasn't as it should. */
export type Ending =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly words: string };

export interface Endings {
  of(messageId: string): Ending | undefined;
  note(messageId: string | undefined, ending: Ending): void;
}

/** Keeps how turns ended: the SDK knows only the last one's error, and only until something is said. */
export function useEndings(): Endings {
  const [endings, setEndings] = useState<ReadonlyMap<string, Ending>>(new Map());
  return {
    of: (messageId) => endings.get(messageId),
    note(messageId, ending) {
      if (messageId !== undefined) setEndings((known) => new Map(known).set(messageId, ending));
    },
  };
}
