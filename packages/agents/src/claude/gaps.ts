import type { ViewGap } from '../interpret/view-gap.js';
import { abortGaps } from './gaps/abort-gaps.js';
import { speechGaps } from './gaps/speech-gaps.js';
import { usageGaps } from './gaps/usage-gaps.js';

/**
 * What only one of Claude Code's two views says. Applied from first to last: usage is levelled while
 * the notices and open calls are there that tell why it differs.
 */
export const claudeGaps: readonly ViewGap[] = [...usageGaps, ...speechGaps, ...abortGaps];
