import type { ViewGap } from '../view-gap.js';
import { callGaps } from './call-gaps.js';
import { resultGaps } from './result-gaps.js';
import { speechGaps } from './speech-gaps.js';
import { usageGaps } from './usage-gaps.js';

/**
 * What only one of Gemini CLI's two views says. Applied from first to last: usage is levelled while
 * the notices of failed turns are still there, and results once their calls have the same names. One
 * without a first version shows in the oldest that can play it: 0.11.3, the first with a stream, or
 * 0.19.1, the first that resumes a session without a terminal.
 */
export const geminiGaps: readonly ViewGap[] = [
  ...usageGaps,
  ...speechGaps,
  ...callGaps,
  ...resultGaps,
];
