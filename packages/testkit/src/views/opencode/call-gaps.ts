import { isFailure, isUnanswered, leaveOutUnmatched } from '../level-views.js';
import type { ViewGap } from '../view-gap.js';

/** Calls that only one view has. */
export const callGaps: readonly ViewGap[] = [
  {
    id: 'failed-calls',
    missingIn: 'live',
    what: 'calls that fail or are refused, other than commands with an exit code',
    until: '1.2.6',
    level: leaveOutUnmatched('saved', ({ result }) => isFailure(result)),
  },
  {
    id: 'open-calls',
    missingIn: 'live',
    what: 'the calls that were under way when OpenCode was stopped',
    level: leaveOutUnmatched('saved', isUnanswered),
  },
];
