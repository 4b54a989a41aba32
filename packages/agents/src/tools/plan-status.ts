import type { PlanItem } from '@dragoman/protocol';

const STATUSES: readonly PlanItem['status'][] = [
  'pending',
  'in_progress',
  'completed',
  'cancelled',
];

/** The status of a step by the word that agents have for it; undefined for any other word. */
export function planStatus(word: string | undefined): PlanItem['status'] | undefined {
  return STATUSES.find((status) => status === word);
}
