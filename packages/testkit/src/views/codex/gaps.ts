import { orderNeighbours } from '../level-views.js';
import type { ViewGap } from '../view-gap.js';
import { backgroundGaps } from './background-gaps.js';
import { callGaps } from './call-gaps.js';
import { inputGaps } from './input-gaps.js';
import { resultGaps } from './result-gaps.js';
import { speechGaps } from './speech-gaps.js';
import { usageGaps } from './usage-gaps.js';

const parallelOrder: ViewGap = {
  id: 'parallel-order',
  missingIn: 'live',
  what: 'the order in which the model made calls at once',
  since: '0.58.0',
  level: orderNeighbours,
};

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
  parallelOrder,
];
