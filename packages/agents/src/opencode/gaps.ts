import type { ViewGap } from '../interpret/view-gap.js';
import { callGaps } from './gaps/call-gaps.js';
import { leaveOutEndings } from './gaps/leave-out-endings.js';
import { orderLikeSaved } from './gaps/order-like-saved.js';
import { speechGaps } from './gaps/speech-gaps.js';

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
 * both views have the same ones, and what live never came to say is told by what it did say.
 */
export const opencodeGaps: readonly ViewGap[] = [
  ...speechGaps,
  ...callGaps,
  ORDER_IN_REPLIES,
  ENDINGS,
];
