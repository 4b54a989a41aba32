import { join } from 'node:path';
import type { EndEvent, EndStatus } from '@dragoman/protocol';
import { errorCode, reasonOf } from '@dragoman/protocol/internal';
import { defaultStateDirectory, namesIn, ownerIsAlive } from '@dragoman/sandbox';
import { journalFiles } from '../journal/journal-files.js';
import { journalState } from '../journal/journal-state.js';
import { readTurnRecord, type TurnRecord } from './turn-record.js';

/** A turn as whoever looks finds it. */
export interface ListedTurn extends TurnRecord {
  readonly directory: string;
  readonly state: TurnState;
  /** Why its journal can't be read; its state is then as far as its record says. */
  readonly problem?: string;
}

/** All turns of a state folder, the oldest first. One whose journal can't be read hides no other. */
export async function listTurns(
  stateDirectory: string = defaultStateDirectory(),
): Promise<readonly ListedTurn[]> {
  const root = join(stateDirectory, 'turns');
  const turns: ListedTurn[] = [];
  for (const name of [...(await namesIn(root))].sort()) {
    const directory = join(root, name);
    const record = await readTurnRecord(directory);
    if (record !== undefined) turns.push({ ...record, directory, ...look(record, directory) });
  }
  return turns;
}

/**
 * How a turn ended; `running` while its owner is at it, `abandoned` when its owner died, or its journal
 * has lost its end, so that `recoverTurn` has to give it one; `unreadable` when its journal, which would
 * say how it ended, can't be read.
 */
export type TurnState = EndStatus | 'running' | 'abandoned' | 'unreadable';

export function turnState(record: TurnRecord, directory: string): TurnState {
  return look(record, directory).state;
}

function look(
  { owner, end: noted }: TurnRecord,
  directory: string,
): Pick<ListedTurn, 'state' | 'problem'> {
  const isAlive = noted === undefined && ownerIsAlive(owner);
  try {
    const end = endOf(directory);
    return { state: end?.status ?? (isAlive ? 'running' : 'abandoned') };
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    const problem = `${journalFiles(directory).events} can't be read: ${reasonOf(error)}.`;
    return { state: isAlive ? 'running' : (noted?.status ?? 'unreadable'), problem };
  }
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
