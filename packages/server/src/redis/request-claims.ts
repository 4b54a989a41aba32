/**
 * Which pages have been given which requests of a turn, as the process that conducts it knows. It hears of
 * each before the page does, and forgets none before the turn ends: whatever becomes of Redis, what a page
 * may have begun is known.
 */
export interface RequestClaims {
  /** Gives a request to a page, unless another has it. Gives the one that has it. */
  claim(requestId: string, instance: string): string;
  claimant(requestId: string): string | undefined;
  /** Takes a request from a page, if that page has it. */
  release(requestId: string, instance: string): void;
  readonly isEmpty: boolean;
  clear(): void;
}

export function createRequestClaims(): RequestClaims {
  const holders = new Map<string, string>();
  return {
    claim(requestId, instance) {
      const holder = holders.get(requestId) ?? instance;
      holders.set(requestId, holder);
      return holder;
    },
    claimant: (requestId) => holders.get(requestId),
    release(requestId, instance) {
      if (holders.get(requestId) === instance) holders.delete(requestId);
    },
    get isEmpty() {
      return holders.size === 0;
    },
    clear: () => holders.clear(),
  };
}
