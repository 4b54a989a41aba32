import { isNotice } from '../../interpret/block-kinds.js';
import { leaveOut } from '../../interpret/level-views.js';
import type { ViewGap } from '../../interpret/view-gap.js';
import { leaveOutBrokenOff } from './leave-out-broken-off.js';
import { leaveOutEarlierTries } from './leave-out-earlier-tries.js';
import { orderLikeSaved } from './order-like-saved.js';

/** What only one view says of what was asked, said and thought. */
export const speechGaps: readonly ViewGap[] = [
  {
    id: 'thoughts',
    missingIn: 'live',
    what: 'thoughts',
    level: leaveOut('saved', ({ kind }) => kind === 'thinking'),
  },
  {
    id: 'images-of-prompts',
    missingIn: 'live',
    what: 'images that a prompt names',
    level: leaveOut('saved', ({ role, kind }) => role === 'user' && kind === 'image'),
  },
  {
    id: 'broken-off-replies',
    missingIn: 'saved',
    what: 'what was streamed of a reply that then broke off',
    level: leaveOutBrokenOff,
  },
  {
    id: 'earlier-tries',
    missingIn: 'saved',
    what: 'what was streamed of a reply that was then tried again, with success',
    level: leaveOutEarlierTries,
  },
  {
    id: 'order-in-a-reply',
    missingIn: 'saved',
    what: 'what the model said after it had made its calls: the file has all of a reply before them',
    level: orderLikeSaved,
  },
  {
    id: 'compactions',
    missingIn: 'live',
    what: 'that earlier messages were compressed, and their summary',
    level: leaveOut('saved', isNotice('compacted')),
  },
  {
    id: 'failures',
    missingIn: 'saved',
    what: 'that a turn failed, and why',
    level: leaveOut('live', isNotice('error')),
  },
  {
    id: 'cut-off-turns',
    missingIn: 'saved',
    what: 'that a turn was cut off',
    level: leaveOut('live', isNotice('aborted')),
  },
];
