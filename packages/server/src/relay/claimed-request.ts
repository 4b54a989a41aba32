import type { KnownPage, RelayStore } from '../store/relay-store.js';
import type { StoredTurn } from '../store/turn-store.js';
import type { PageRequest } from './page-requests.js';

/** `free`: a page may take it. `held`: the page that has it is there. `over`: nobody does it any more. */
export type ClaimState = 'free' | 'held' | 'over';

/** How often it checks for changes that no event says, such as a page that left. */
export const LOOK_MS = 1000;

/** What the agent reads where a page may have acted, and nobody answers for it. */
export const LEFT_WHILE_ACTING =
  'The page was left while it acted, so nobody knows what of it was done: look at it again before going on.';

/**
 * Whether a page has a request. One that has left gives back what only looks at a page; what acts on it may
 * have been done, so the agent gets an error, and no other page does it again.
 */
export async function claimState(
  request: PageRequest,
  pages: readonly KnownPage[],
  { turn, relay }: { readonly turn: StoredTurn; readonly relay: RelayStore },
): Promise<ClaimState> {
  const { requestId, type } = request;
  const holder = await relay.claimant(requestId);
  if (holder === undefined) return 'free';
  if (isThere(pages, holder)) return 'held';
  if (type === 'snapshot_request') {
    await relay.release(requestId, holder);
    return 'free';
  }
  await turn.answer(requestId, { error: LEFT_WHILE_ACTING });
  return 'over';
}

export function isThere(pages: readonly KnownPage[], instance: string): boolean {
  return pages.some((page) => page.instance === instance && page.isThere);
}
