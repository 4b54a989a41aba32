import type { CanonicalBlock } from '@dragoman/protocol';
import { isTool, keyOf } from '../level-views.js';
import type { SessionViews } from '../session-views.js';

/**
 * Leaves out blocks of the stream, but only as many of those that say the same as the stream has
 * more than the file: what was broken off may be said again later.
 */
export function leaveOutSurplus(
  { live, saved }: SessionViews,
  which: (block: CanonicalBlock, index: number) => boolean,
): SessionViews {
  const surplus = new Map<string, number>();
  const add = (by: number) => (block: CanonicalBlock) => {
    const key = sameAs(block);
    surplus.set(key, (surplus.get(key) ?? 0) + by);
  };
  live.blocks.forEach(add(1));
  saved.blocks.forEach(add(-1));
  const blocks = live.blocks.filter((block, index) => {
    if (!which(block, index) || (surplus.get(sameAs(block)) ?? 0) <= 0) return true;
    add(-1)(block);
    return false;
  });
  return { saved, live: { ...live, blocks } };
}

function sameAs(block: CanonicalBlock): string {
  return isTool(block) ? `tool ${keyOf(block)}` : JSON.stringify(block);
}
