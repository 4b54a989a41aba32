import { join } from 'node:path';
import type { EndEvent, EndStatus } from '@dragoman/protocol';
import { errorCode } from '@dragoman/protocol/internal';
import { defaultStateDirectory, namesIn, ownerIsAlive } from '@dragoman/sandbox';
import { journalState } from '../journal/journal-state.js';
import { readTurnRecord, type TurnRecord } from './turn-record.js';

/** A turn as whoever looks finds it. */
export interface ListedTurn extends TurnRecord {
  readonly directory: string;
  readonly state: TurnState;
}

/** All turns of a state folder, the oldest first. */
export async function listTurns(
  stateDirectory: string = defaultStateDirectory(),
): Promise<readonly ListedTurn[]> {
  const root = join(stateDirectory, 'turns');
  const turns: ListedTurn[] = [];
  for (const name of [...(await namesIn(root))].sort()) {
    const directory = join(root, name);
    const record = await readTurnRecord(directory);
    if (record !== undefined)
      turns.push({ ...record, directory, state: turnState(record, directory) });
  }
  return turns;
}

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

/** The end of a turn, if it has one. One whose owner died very early has not even a journal. */
export function endOf(directory: string): EndEvent | undefined {
  try {
    return journalState(directory).end;
  } catch (error) {
    if (errorCode(error) === 'journal_missing') return undefined;
    throw error;
  }
}
