import { isDeepStrictEqual } from 'node:util';
import type { CanonicalBlock } from '@dragoman/protocol';
import { isTool, type ToolBlock } from '../level-views.js';
import type { SessionViews } from '../session-views.js';

/**
 * The live view in the order of the saved one, if all that sets what it says apart is that calls come
 * later: behind calls and words that follow them in the same reply. Otherwise both stay as they are.
 */
export function orderLikeSaved(views: SessionViews): SessionViews {
  const { live, saved } = views;
  const length = lengthInOrder(live.blocks, saved.blocks);
  if (length === undefined) return views;
  return { live: { ...live, blocks: saved.blocks.slice(0, length) }, saved };
}

/** How much of the saved view is all of the live one, but for the order. */
function lengthInOrder(
  live: readonly CanonicalBlock[],
  saved: readonly CanonicalBlock[],
): number | undefined {
  /** The calls that were made and aren't over, as far as live has come. */
  const underWay: ToolBlock[] = [];
  let next = 0;
  for (const block of live) {
    const known = isTool(block) ? underWay.findIndex((call) => isDeepStrictEqual(call, block)) : -1;
    if (known !== -1) {
      underWay.splice(known, 1);
      continue;
    }
    for (; !isDeepStrictEqual(saved[next], block); next += 1) {
      const call = saved[next];
      if (call === undefined || !isTool(call)) return undefined;
      underWay.push(call);
    }
    next += 1;
    if (underWay.length > 0 && !isWithinReply(block, saved[next])) return undefined;
  }
  return underWay.length === 0 ? next : undefined;
}

/**
 * Whether a reply goes on with a block while a call of it is under way. Another reply begins when all
 * calls are over. No reply ends with a thought, so that words or calls of the same reply follow it.
 */
function isWithinReply(block: CanonicalBlock, after: CanonicalBlock | undefined): boolean {
  if (block.kind !== 'thinking') return block.kind === 'text' || isTool(block);
  return after !== undefined && (after.kind === 'text' || isTool(after));
}
