import type { ViewGap } from '../view-gap.js';
import { abortGaps } from './abort-gaps.js';
import { speechGaps } from './speech-gaps.js';
import { usageGaps } from './usage-gaps.js';

/**
 * What only one of Claude Code's two views says. Applied from first to last: usage is levelled while
 * the notices and open calls that explain the difference are still there.
 */
export const claudeGaps: readonly ViewGap[] = [...usageGaps, ...speechGaps, ...abortGaps];
