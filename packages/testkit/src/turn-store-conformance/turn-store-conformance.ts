import { conversationCases } from './conversation-cases.js';
import { listCases } from './list-cases.js';
import { recoveryCases } from './recovery-cases.js';
import { relayCases } from './relay-cases.js';
import { sessionCases } from './session-cases.js';
import { startCases } from './start-cases.js';
import type { StoreCase } from './store-subject.js';
import { turnCases } from './turn-cases.js';

/**
 * The contract of stores of turns, sentence by sentence, for any test runner. Some cases run a real
 * Codex and a real Claude Code: they must be installed (`testAgent`).
 *
 * @example
 * for (const { name, check } of turnStoreConformance) test(name, () => check({ open: createMyStore, dropEvents }));
 */
export const turnStoreConformance: readonly StoreCase[] = [
  ...conversationCases,
  ...startCases,
  ...turnCases,
  ...listCases,
  ...recoveryCases,
  ...sessionCases,
  ...relayCases,
];
