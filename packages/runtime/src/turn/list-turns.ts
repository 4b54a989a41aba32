import { join } from 'node:path';
import { defaultStateDirectory, namesIn } from '@dragoman/sandbox';
import { readTurnRecord, type TurnRecord } from './turn-record.js';
import { type TurnState, turnState } from './turn-state.js';

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
