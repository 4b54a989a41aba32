import type { EndStatus } from '@dragoman/protocol';
import { ownerIsAlive } from '@dragoman/sandbox';
import { endOf } from './end-of.js';
import type { TurnRecord } from './turn-record.js';

/**
 * How a turn ended; `running` while its owner is at it, `abandoned` when its owner died, or its journal
 * has lost its end, so that `recoverTurn` has to give it one.
 */
export type TurnState = EndStatus | 'running' | 'abandoned';

export function turnState({ owner, end: noted }: TurnRecord, directory: string): TurnState {
  const end = endOf(directory);
  if (end !== undefined) return end.status;
  return noted === undefined && ownerIsAlive(owner) ? 'running' : 'abandoned';
}
