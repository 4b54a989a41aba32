import type { ViewGap } from '../interpret/view-gap.js';
import { callGaps } from './gaps/call-gaps.js';
import { resultGaps } from './gaps/result-gaps.js';
import { speechGaps } from './gaps/speech-gaps.js';
import { usageGaps } from './gaps/usage-gaps.js';

/**
 * What only one of Gemini CLI's two views says. Applied from first to last: usage is levelled while
 * the notices are there that tell of failed turns, and results once their calls have the same names.
 */
export const geminiGaps: readonly ViewGap[] = [
  ...usageGaps,
  ...speechGaps,
  ...callGaps,
  ...resultGaps,
];
