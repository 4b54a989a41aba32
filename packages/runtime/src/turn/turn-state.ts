import type { EndStatus } from '@dragoman/protocol';
import { ownerIsAlive } from '@dragoman/sandbox';
import { endOf } from './end-of.js';
import type { TurnRecord } from './turn-record.js';

/**
 * How a turn ended; `running` while its owner is at it, `abandoned` when its owner died, so that
 * `recoverTurn` has to give it its end.
 */
export type TurnState = EndStatus | 'running' | 'abandoned';

export function turnState({ owner }: TurnRecord, directory: string): TurnState {
  const end = endOf(directory);
  if (end !== undefined) return end.status;
  return ownerIsAlive(owner) ? 'running' : 'abandoned';
}
