import { commandCases } from './command-cases.js';
import { confinementCases } from './confinement-cases.js';
import { doorCases } from './door-cases.js';
import { endingCases } from './ending-cases.js';
import { fileCases } from './file-cases.js';
import { limitCases } from './limit-cases.js';
import { ownershipCases } from './ownership-cases.js';
import type { ConformanceCase } from './sandbox-subject.js';
import { wallCases } from './wall-cases.js';

/**
 * The contract of sandboxes, sentence by sentence. Every kind passes all of them: what a kind can't
 * do it says, and then a case sees that it does say so. For any test runner:
 *
 * @example
 * describe('my sandbox', () => {
 *   for (const { name, check } of sandboxConformance) test(name, () => check(subject));
 * });
 */
export const sandboxConformance: readonly ConformanceCase[] = [
  ...confinementCases,
  ...wallCases,
  ...limitCases,
  ...commandCases,
  ...endingCases,
  ...fileCases,
  ...doorCases,
  ...ownershipCases,
];
