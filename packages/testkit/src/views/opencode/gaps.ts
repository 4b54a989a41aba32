import { isDeepStrictEqual } from 'node:util';
import type { CanonicalBlock } from '@dragoman/protocol';
import { isNotice, usesMore } from '../level-views.js';
import type { SessionViews } from '../session-views.js';
import type { ViewGap } from '../view-gap.js';
import { callGaps } from './call-gaps.js';
import { orderLikeSaved } from './order-like-saved.js';
import { speechGaps } from './speech-gaps.js';

const ENDINGS: ViewGap = {
  id: 'endings',
  missingIn: 'live',
  what: 'the end of a turn, most often its last answer: OpenCode is gone before it has printed it',
  since: '1.15.0',
  until: '1.15.13',
  level: leaveOutEndings,
};

const ORDER_IN_REPLIES: ViewGap = {
  id: 'order-in-replies',
  missingIn: 'live',
  what: 'where in a reply a call was made: it comes when it is over, behind what the model called or said after it',
  level: orderLikeSaved,
};

/**
 * What only one of OpenCode's two views says. Applied from first to last: calls are put in order once
 * both views have the same ones, and what live never came to say is recognised by what it did say.
 */
export const opencodeGaps: readonly ViewGap[] = [
  ...speechGaps,
  ...callGaps,
  ORDER_IN_REPLIES,
  ENDINGS,
];

const isFailure = isNotice('error');

/**
 * The saved view without what live never came to say, and without what that used: words, thoughts and
 * failures, if all that live says is there in the same order. Otherwise both stay as they are.
 */
function leaveOutEndings(views: SessionViews): SessionViews {
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
