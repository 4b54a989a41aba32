import type { ViewGap } from '../view-gap.js';
import { backgroundGaps } from './background-gaps.js';
import { callGaps } from './call-gaps.js';
import { inputGaps } from './input-gaps.js';
import { orderGaps } from './order-gaps.js';
import { resultGaps } from './result-gaps.js';
import { speechGaps } from './speech-gaps.js';
import { usageGaps } from './usage-gaps.js';

/**
 * What only one of Codex's two views says. Applied from first to last: calls are matched once their
 * inputs are level, results once the calls are the same, and all is put in order at the end.
 */
export const codexGaps: readonly ViewGap[] = [
  ...usageGaps,
  ...speechGaps,
  ...inputGaps,
  ...backgroundGaps,
  ...callGaps,
  ...resultGaps,
  ...orderGaps,
];
