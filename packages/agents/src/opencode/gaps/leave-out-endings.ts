import { isDeepStrictEqual } from 'node:util';
import type { CanonicalBlock } from '@dragoman/protocol';
import { isNotice } from '../../interpret/block-kinds.js';
import { usesMore } from '../../interpret/level-views.js';
import type { SessionViews } from '../../interpret/view-gap.js';

const isFailure = isNotice('error');

/**
 * The saved view without what live never came to say, and without what that used: words, thoughts and
 * failures, if all that live says is there in the same order. Otherwise both stay as they are.
 */
export function leaveOutEndings(views: SessionViews): SessionViews {
  const { live, saved } = views;
  let next = 0;
  for (const block of saved.blocks) {
    if (isDeepStrictEqual(block, live.blocks[next])) next += 1;
    else if (!mayBeLost(block)) return views;
  }
  if (next < live.blocks.length) return views;
  const { usage } = usesMore(saved, live) ? live : saved;
  return { live, saved: { ...saved, blocks: live.blocks, usage } };
}

function mayBeLost(block: CanonicalBlock): boolean {
  return block.kind === 'text' || block.kind === 'thinking' || isFailure(block);
}
